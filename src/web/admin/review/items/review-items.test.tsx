// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ReviewItem } from '#contract/admin/review/review-items.ts';
import type { StaffRole } from '#domain/staff/rights.ts';
import { openFor } from '#test/support/web/donor-page.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import { jsonResponse, refusalResponse } from '#test/support/web/stub-server.ts';
import { ReviewItems } from './review-items.tsx';

const payment: ReviewItem = {
  id: 'quarantined:stripe:evt_1',
  kind: 'quarantined',
  since: '2026-11-21T12:00:00.000Z',
  provider: 'stripe',
  reasons: ['not_in_catalogue'],
  ids: ['cs_1', 'pi_1'],
  amount: 5.24,
  currency: 'CAD',
  donationId: null,
  evidenceDueAt: null,
  job: null,
  isRefundWaiting: false,
  actions: ['record', 'refund', 'dismiss'],
};
const dispute: ReviewItem = {
  ...payment,
  id: 'dispute:stripe:dp_1',
  kind: 'dispute',
  reasons: [],
  ids: ['dp_1'],
  donationId: 'don_7',
  evidenceDueAt: '2026-12-01T00:00:00.000Z',
  actions: ['dismiss'],
};
const job: ReviewItem = {
  ...payment,
  id: 'job:out_1',
  kind: 'job',
  provider: null,
  reasons: [],
  ids: ['out_1'],
  amount: null,
  currency: null,
  job: { kind: 'receipt', lastError: 'The mail server did not respond' },
  actions: ['retry', 'discard'],
};

const open = (items: readonly ReviewItem[], resolved?: unknown, role: StaffRole = 'finance'): readonly string[] =>
  openFor('donor', <ReviewItems />, {
    '/api/admin/me': staffOf(role),
    '/api/admin/review/items': items,
    '/api/admin/review/items/resolve': resolved,
  });
const section = async (name: string) => within(await screen.findByRole('region', { name }));

test('each item says what happened, how much, and which ids it names', async () => {
  open([payment, dispute, job]);
  const quarantined = await section('Quarantined');
  expect(quarantined.getByText(/^A lost payment is for a charity or snack/)).toBeDefined();
  expect(quarantined.getByText(/^CAD 5.24, Stripe,/)).toBeDefined();
  expect(quarantined.getByText('cs_1 pi_1')).toBeDefined();
  const disputes = await section('Open disputes');
  expect(disputes.getByText(/^The provider is waiting for evidence until/)).toBeDefined();
  expect(disputes.getByRole('link', { name: 'Open the donation' }).getAttribute('href')).toBe('/admin/donations/don_7');
  const jobs = await section('Failed jobs');
  expect(jobs.getByText(/^Sending a receipt failed for about two days/)).toBeDefined();
  expect(jobs.getByText('The mail server did not respond')).toBeDefined();
});

test('a section without items says so', async () => {
  open([]);
  expect(await screen.findByText('No discrepancies. Every provider event matches the ledger.')).toBeDefined();
  expect(screen.getByText('No dispute is open.')).toBeDefined();
  expect(screen.getByText('No job has failed.')).toBeDefined();
});

test('an unknown reason is shown as received', async () => {
  open([{ ...payment, reasons: ['something_new'] }]);
  expect(await screen.findByText('something_new')).toBeDefined();
});

test('an action says what it will do, and needs a reason', async () => {
  const calls = open([payment], { status: 'recorded', donationId: 'don_1' });
  fireEvent.click(await screen.findByRole('button', { name: 'Record donation…' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Record this donation?' }));
  expect(dialog.getByText(/^The payment is fetched from the provider again/)).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Record donation' }));
  expect(await dialog.findByText('Please enter a reason.')).toBeDefined();
  expect(calls).not.toContain('/api/admin/review/items/resolve');
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'The charity is back' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Record donation' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(calls.filter((path) => path === '/api/admin/review/items')).toHaveLength(2);
});

test('when someone else has decided, the dialog says who and when, and the item is gone after the dialog is closed', async () => {
  const sentence = 'olga refunded this payment on 2026-11-23 at 15:02 UTC.';
  const items = [payment];
  open(items, () => {
    items.length = 0;
    return refusalResponse(409, sentence)();
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Refund payment…' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Refund this payment?' }));
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'Not ours' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Refund payment' }));
  expect(await dialog.findByText(sentence)).toBeDefined();
  expect(screen.getByText('cs_1 pi_1')).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('No discrepancies. Every provider event matches the ledger.')).toBeDefined();
});

test('a requested refund is shown as waiting for a second person', async () => {
  const items = [payment];
  open(items, () => {
    items[0] = { ...payment, isRefundWaiting: true };
    return jsonResponse({ status: 'approval_needed', donationId: null })();
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Refund payment…' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Refund this payment?' }));
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'Not ours' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Refund payment' }));
  expect(await screen.findByText(/^Its refund was requested and is waiting for a second person/)).toBeDefined();
});

test('staff who may only read see no actions', async () => {
  open([payment], undefined, 'auditor');
  await screen.findByText('cs_1 pi_1');
  expect(screen.queryByRole('button', { name: /…$/ })).toBeNull();
});
