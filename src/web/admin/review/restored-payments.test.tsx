// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ReviewResponse } from '#contract/admin/review/review.ts';
import { openFor } from '#test/support/web/donor-page.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import ReviewPage from './review-page.tsx';

const open = (restore: ReviewResponse['restore'], held?: unknown): readonly string[] =>
  openFor('donor', <ReviewPage />, {
    '/api/admin/me': staffOf('owner'),
    '/api/admin/review/items': [],
    '/api/admin/review': { isOverdue: false, runs: [], unknownPayments: 0, restore, lostPlans: [] },
    '/api/admin/held-emails': held,
  });
const section = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the section about a restore', () => {
  const restore = {
    noticedAt: '2026-11-21T12:00:00.000Z',
    donations: 250,
    withoutAccount: 1,
    lostAccounts: 1,
    sums: [{ donations: 250, total: 1310.5, currency: 'CAD' }],
    heldReceipts: 250,
    heldOthers: 1,
  };
  const submit = async (name: string): Promise<void> => {
    fireEvent.click((await section('After a restore')).getByRole('button', { name: `${name}…` }));
    const dialog = within(await screen.findByRole('alertdialog', { name: `${name} all held emails?` }));
    fireEvent.click(dialog.getByRole('button', { name }));
    expect(await dialog.findByText('Please enter a reason.')).toBeDefined();
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Looked at them' } });
    fireEvent.click(dialog.getByRole('button', { name }));
  };
  const openHeld = (held: unknown): readonly string[] => open(restore, held);

  test('shows what was rebuilt and what is lost', async () => {
    open(restore);
    const card = await section('After a restore');
    expect(card.getByText(/^250 donations rebuilt from the providers’ records: .*1,310\.50/)).toBeDefined();
    expect(card.getByText(/1 donation of an account that was lost can be claimed again/)).toBeDefined();
    expect(
      card.getByText(/newsletter subscriptions made since the backup cannot be rebuilt. 1 of the lost accounts made/),
    ).toBeDefined();
  });

  test('says so when no lost account made a donation', async () => {
    open({ ...restore, lostAccounts: 0 });
    const card = await section('After a restore');
    expect(card.getByText(/None of the lost accounts made donations\./)).toBeDefined();
  });

  test.each(['Send', 'Discard'])('%s applies to all held emails, and reloads the data', async (name) => {
    const calls = openHeld({ emails: 251 });
    const card = await section('After a restore');
    expect(card.getByText('250 receipts and 1 other email are held.')).toBeDefined();
    await submit(name);
    await waitFor(() => expect(calls.filter((path) => path === '/api/admin/review')).toHaveLength(2));
    expect(calls).toContain('/api/admin/held-emails');
  });

  test('says so when the decision is not saved', async () => {
    openHeld(() => Promise.reject(new TypeError('Failed to fetch')));
    await submit('Discard');
    expect(await within(screen.getByRole('alertdialog')).findByText(/couldn't reach the server/)).toBeDefined();
  });

  test('offers no buttons when no email is held', async () => {
    open({ ...restore, heldReceipts: 0, heldOthers: 0 });
    expect((await section('After a restore')).queryByRole('button')).toBeNull();
  });
});
