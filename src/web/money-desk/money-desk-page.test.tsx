// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { MoneyDeskAnswer } from '#contract/money-desk.ts';
import { failure, openFor } from '#test/support/web/donor-page.tsx';
import { notStaff, staffOf } from '#test/support/web/staff.ts';
import MoneyDeskPage from './money-desk-page.tsx';
import { noAnswer } from '#test/support/web/stub-server.ts';

const run: MoneyDeskAnswer['runs'][number] = {
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
const counts = { donations: 1234, refunded: 2, disputed: 1, quarantined: 1, waiting: 0, deadJobs: 0 };
const answer: MoneyDeskAnswer = {
  runs: [
    run,
    { ...run, id: 'rec_2', scope: 'open', status: 'unavailable' },
    { ...run, id: 'rec_3', scope: 'open', unknownAtProvider: ['int_9'] },
  ],
  quarantined: [
    {
      provider: 'stripe',
      eventId: 'evt_1',
      reason: 'other_amount',
      quarantinedAt: '2026-11-21T12:00:00.000Z',
      ids: ['int_1', 'pi_1'],
    },
  ],
  counts,
  disputeLosses: [{ amount: 2, currency: 'CAD' }],
  restore: null,
  lostPlans: [],
};
const nothing: MoneyDeskAnswer = {
  runs: [],
  quarantined: [],
  counts: { donations: 0, refunded: 0, disputed: 0, quarantined: 0, waiting: 0, deadJobs: 0 },
  disputeLosses: [],
  restore: null,
  lostPlans: [],
};
const open = (moneyDesk: unknown): readonly string[] =>
  openFor('donor', <MoneyDeskPage />, {
    '/api/admin/me': staffOf('owner'),
    '/api/admin/money': moneyDesk,
    '/api/admin/review/items': [],
  });
const section = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the money desk', () => {
  test('shows counts, and those that need review stand out', async () => {
    open(answer);
    expect((await screen.findByText('1,234')).previousElementSibling?.textContent).toBe('Donations');
    const highlighted = [...document.querySelectorAll('[data-needs-review="true"] dt')];
    expect(highlighted.map(({ textContent }) => textContent)).toEqual(['Disputed', 'Quarantined']);
  });

  test('shows what disputes cost us', async () => {
    open(answer);
    expect((await screen.findByText('Dispute losses')).nextElementSibling?.textContent).toBe('CAD 2.00');
  });

  test('shows each reconciliation run with its result', async () => {
    open(answer);
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
    open({ ...answer, runs: [{ ...run, missingPermissions: ['The key may not do this. Do that.'] }] });
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
    open(noAnswer);
    expect(await screen.findByText('Loading payments…')).toBeDefined();
  });

  test('shows an error when it does not load, and tries again', async () => {
    const calls = open(failure);
    fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(calls.filter((path) => path === '/api/admin/money').length).toBeGreaterThan(1);
  });

  test('is closed to a donor, and nothing is requested', async () => {
    const calls = openFor('donor', <MoneyDeskPage />, { '/api/admin/me': notStaff });
    expect(await screen.findByText('You do not have permission to access this page.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
    expect(calls).not.toContain('/api/admin/money');
  });

  test('sends a visitor to sign in', async () => {
    openFor('visitor', <MoneyDeskPage />);
    expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeDefined();
  });
});
