// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ReviewResponse } from '#contract/admin/review/review.ts';
import { failure, openFor } from '#test/support/web/donor-page.tsx';
import { notStaff, staffOf } from '#test/support/web/staff.ts';
import ReviewPage from './review-page.tsx';
import { noResponse } from '#test/support/web/stub-server.ts';

const run: ReviewResponse['runs'][number] = {
  id: 'rec_1',
  scope: 'recent',
  status: 'finished',
  since: '2026-11-14T12:00:00.000Z',
  startedAt: '2026-11-21T12:00:00.000Z',
  finishedAt: '2026-11-21T12:00:05.000Z',
  compared: 1200,
  healed: 2,
  quarantined: 0,
  lapsed: 1,
  feesBooked: 30,
  unknownAtProvider: [],
  missingPermissions: [],
};
const response: ReviewResponse = {
  isOverdue: false,
  runs: [
    run,
    { ...run, id: 'rec_2', scope: 'open', status: 'unavailable' },
    { ...run, id: 'rec_3', scope: 'open', unknownAtProvider: ['int_9'] },
  ],
  unknownPayments: 1234,
  restore: null,
  lostPlans: [],
};
const nothing: ReviewResponse = {
  isOverdue: true,
  runs: [],
  unknownPayments: 0,
  restore: null,
  lostPlans: [],
};
const open = (review: unknown): readonly string[] =>
  openFor('donor', <ReviewPage />, {
    '/api/admin/me': staffOf('owner'),
    '/api/admin/review': review,
    '/api/admin/review/items': [],
  });
const section = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the page of items to review', () => {
  test('counts refunds and disputes of unknown payments, and makes them stand out', async () => {
    open(response);
    expect((await screen.findByText('1,234')).previousElementSibling?.textContent).toBe(
      'Refunds and disputes of unknown payments',
    );
    expect(document.querySelectorAll('[data-needs-review="true"]')).toHaveLength(1);
  });

  test('shows each reconciliation run with its result', async () => {
    open(response);
    const runs = await section('Reconciliation');
    expect(runs.getByText('Matches')).toBeDefined();
    expect(runs.getByText('Provider unavailable')).toBeDefined();
    expect(runs.getByText('Differs')).toBeDefined();
    expect(runs.getByText('Unknown to the provider: int_9')).toBeDefined();
    expect(runs.getAllByText(/1,200 compared, 2 recovered, 0 quarantined, 1 expired, 30 fees recorded/)).toHaveLength(
      3,
    );
  });

  test('says which permission a run lacked', async () => {
    open({ ...response, runs: [{ ...run, missingPermissions: ['The key may not do this. Do that.'] }] });
    const runs = await section('Reconciliation');
    expect(runs.getByText('Permission missing')).toBeDefined();
    expect(runs.getByText('The key may not do this. Do that.')).toBeDefined();
    expect(runs.queryByText('Matches')).toBeNull();
  });

  test('says so when there is nothing to show', async () => {
    open(nothing);
    expect(await screen.findByText('No discrepancies. Every provider event matches the ledger.')).toBeDefined();
    expect(screen.getByText('No runs yet.')).toBeDefined();
  });

  test('shows a spinner while it loads', async () => {
    open(noResponse);
    expect(await screen.findByText('Loading…')).toBeDefined();
  });

  test('shows an error when it does not load, and tries again', async () => {
    const calls = open(failure);
    fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(calls.filter((path) => path === '/api/admin/review').length).toBeGreaterThan(1);
  });

  test('is closed to a donor, and requests nothing', async () => {
    const calls = openFor('donor', <ReviewPage />, { '/api/admin/me': notStaff });
    expect(await screen.findByText('You do not have permission to access this page.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
    expect(calls).not.toContain('/api/admin/review');
  });

  test('sends a visitor to sign in', async () => {
    openFor('visitor', <ReviewPage />);
    expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeDefined();
  });
});
