// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { payoutSentences, type BatchResponse } from '#contract/admin/money/payouts.ts';
import type { StaffRole } from '#domain/staff/rights.ts';
import { donor, openFor, type Responses } from '#test/support/web/donor-page.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import { jsonResponse, refusalResponse } from '#test/support/web/stub-server.ts';
import BatchPage from './batch-page.tsx';

const batch: BatchResponse = {
  id: 'bat_1',
  day: '2026-03-13',
  status: 'open',
  createdAt: '2026-03-13T12:00:00.000Z',
  createdBy: 'grace',
  payouts: 1,
  returned: 0,
  sums: [{ amount: 12, currency: 'CAD' }],
  reason: 'Friday',
  isOwn: false,
  mayWaive: false,
  decidedBy: null,
  decidedAt: null,
  paidOn: null,
  reference: null,
  items: [
    {
      id: 'pay_1',
      charityId: 6,
      charityName: 'Food banks across Canada',
      currency: 'CAD',
      received: 15,
      refunded: 3,
      amount: 12,
      donations: 2,
      lastFour: '1234',
      reversedSince: 2.5,
      confirmedAt: null,
      returned: null,
      isReturnWaiting: false,
    },
  ],
};

const decision = refusalResponse(409, 'Ada marked this batch as paid.', 'already_decided');

const open = (role: StaffRole, changes: Partial<BatchResponse> = {}, responses: Responses = {}): readonly string[] =>
  openFor('donor', <BatchPage />, {
    ...responses,
    '/api/admin/me': staffOf(role),
    '/api/admin/payout-batches/': { ...batch, ...changes },
    '/api/admin/payout-batches/bat_1/pay': decision,
    '/api/admin/payouts/pay_1/return': { status: 'approval_needed' },
    '/api/admin/payouts/pay_1/entries': [
      {
        postedAt: '2026-03-01T12:00:00.000Z',
        kind: 'reversal',
        donationId: 'don_1',
        amount: -3,
        currency: 'CAD',
        isCarried: true,
      },
    ],
  });

describe('the page of a batch', () => {
  test('says that an unknown batch does not exist, and leads back to all payouts', async () => {
    openFor('donor', <BatchPage />, {
      '/api/admin/me': staffOf('auditor'),
      '/api/admin/payout-batches/': refusalResponse(404, payoutSentences.batchUnknown, 'not_found'),
    });
    expect(await screen.findByText('There is no such batch.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    expect(screen.getByRole('link', { name: 'All payouts' }).getAttribute('href')).toBe('/admin/payouts');
  });

  test('shows each payout, and what was refunded since', async () => {
    open('auditor');
    const table = within(await screen.findByRole('table', { name: 'Payouts of this batch' }));
    const [, row] = table.getAllByRole('row');
    expect(Array.from(row!.children, ({ textContent }) => textContent).slice(0, 6)).toEqual([
      'Food banks across Canada',
      '…1234',
      '2',
      'CAD 15.00',
      'CAD 3.00CAD 2.50 since, deducted next time',
      'CAD 12.00',
    ]);
    expect(screen.queryByRole('button', { name: 'Mark as paid…' })).toBeNull();
    expect(screen.queryByText('Bank files')).toBeNull();
  });

  test.each([
    ['someone else', {}, /^Someone other than .+ marks it as paid once/],
    ['its creator', { isOwn: true }, /^Someone other than .+ marks it as paid once/],
    ['the only person who can', { isOwn: true, mayWaive: true }, /^Mark it as paid once/],
  ] as const)('tells %s who marks it as paid', async (_who, changes, sentence) => {
    open('finance', changes);
    expect(await screen.findByText(sentence)).toBeDefined();
  });

  test('lists what a payout covers', async () => {
    open('auditor');
    await userEvent.click(await screen.findByRole('button', { name: 'Show 2 donations to Food banks across Canada' }));
    const table = within(await screen.findByRole('table', { name: 'What this payout covers' }));
    expect(table.getByText('Refund of an earlier payout')).toBeDefined();
    expect(table.getByText('−CAD 3.00')).toBeDefined();
    expect(table.getByRole('link', { name: 'don_1' }).getAttribute('href')).toBe('/admin/donations/don_1');
  });

  test('has a statement of each payout, as PDF and CSV', async () => {
    open('auditor');
    const statement = (type: string) =>
      screen.findByRole('link', { name: `${type} statement for Food banks across Canada` });
    expect((await statement('PDF')).getAttribute('href')).toBe('/api/admin/payouts/pay_1/statement.pdf');
    expect((await statement('CSV')).getAttribute('href')).toBe('/api/admin/payouts/pay_1/statement.csv');
  });

  test('has a payment file and a table for each currency', async () => {
    open('finance');
    const files = within(await screen.findByRole('region', { name: 'Bank files' }));
    expect(files.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/api/admin/payout-batches/bat_1/payments/CAD',
      '/api/admin/payout-batches/bat_1/transfers/CAD',
    ]);
  });

  test('needs a reference to be marked as paid, and says who marked it first', async () => {
    open('finance');
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as paid…' }));
    const dialog = within(screen.getByRole('alertdialog', { name: 'Mark this batch as paid?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Mark as paid' }));
    expect(dialog.getByText('Please enter the reference of the transfer.')).toBeDefined();
    await userEvent.type(dialog.getByLabelText('Day of the transfers'), '2026-03-13');
    await userEvent.type(dialog.getByLabelText('Reference of the transfer'), 'BANK-1');
    await userEvent.type(dialog.getByLabelText('Reason'), 'Friday');
    await userEvent.click(dialog.getByRole('button', { name: 'Mark as paid' }));
    expect(await dialog.findByText(/Ada marked this batch as paid\./)).toBeDefined();
  });

  test.each([
    ['open', ['PDF', 'CSV']],
    ['canceled', []],
  ] as const)('that is %s links these statements: %j', async (status, types) => {
    open('auditor', { status });
    const table = within(await screen.findByRole('table', { name: 'Payouts of this batch' }));
    const links = table.queryAllByRole('link', { name: /statement for/ });
    expect(links.map(({ textContent }) => textContent)).toEqual(
      types.map((type) => `${type} statement for Food banks across Canada`),
    );
  });

  test.each([
    'Payment file (CAD)',
    'Table (CAD)',
    'PDF statement for Food banks across Canada',
    'CSV statement for Food banks across Canada',
  ])('leads to sign in instead of a failed download after the session has ended: %s', async (name) => {
    let user = jsonResponse(donor);
    open('finance', {}, { '/api/user': () => user() });
    const link = await screen.findByRole('link', { name });
    expect(link.hasAttribute('download')).toBe(true);
    user = refusalResponse(401, 'Please sign in.', 'sign_in_required');
    await userEvent.click(link);
    expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeDefined();
  });

  test('offers the creator of the batch only to cancel it', async () => {
    open('finance', { isOwn: true });
    expect(await screen.findByText('You created this batch, so someone else has to mark it as paid.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Mark as paid…' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Cancel batch…' })).toBeDefined();
  });

  test('tells the only person who can mark the batch as paid that the second person is waived', async () => {
    open('owner', { isOwn: true, mayWaive: true });
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as paid…' }));
    expect(screen.getByText(/so you waive the second person\. The audit log will show that\.$/)).toBeDefined();
  });

  test('says who marked it as paid, with the reference', async () => {
    const paid = { status: 'paid', decidedBy: 'ada', decidedAt: '2026-03-14T12:00:00.000Z' } as const;
    open('finance', { ...paid, paidOn: '2026-03-14', reference: 'BANK-1' });
    expect(
      await screen.findByText(/^Paid on Mar 14, 2026, reference BANK-1\. Marked as paid .* by ada\.$/),
    ).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Cancel batch…' })).toBeNull();
  });

  const paid = {
    status: 'paid',
    decidedBy: 'ada',
    decidedAt: '2026-03-14T12:00:00.000Z',
    paidOn: '2026-03-14',
  } as const;
  const [item] = batch.items;

  test('asks a second person when the bank returned a payout', async () => {
    const calls = open('finance', { ...paid, reference: 'BANK-1' });
    await userEvent.click(await screen.findByRole('button', { name: 'Returned…' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Did the bank return this payout?' }));
    expect(dialog.getByText(/^CAD 12\.00 came back from Food banks across Canada\./)).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Ask for approval' }));
    expect(dialog.getByText('Please enter the reason that the bank gave.')).toBeDefined();
    await userEvent.type(dialog.getByLabelText('Day on which the money came back'), '2026-03-20');
    await userEvent.type(dialog.getByLabelText('Reason of the bank'), 'Account closed');
    await userEvent.type(dialog.getByLabelText('Reference of the return'), 'R-1');
    await userEvent.type(dialog.getByLabelText('Reason'), 'On the statement');
    await userEvent.click(dialog.getByRole('button', { name: 'Ask for approval' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(calls.filter((one) => one.includes('/return'))).toHaveLength(1);
  });

  test('shows a returned payout, and one whose return waits for approval', async () => {
    const returned = { returnedOn: '2026-03-20', bankReason: 'Account closed', reference: 'R-1' };
    open('finance', {
      ...paid,
      reference: 'BANK-1',
      returned: 1,
      items: [
        { ...item!, returned },
        { ...item!, id: 'pay_2', isReturnWaiting: true },
      ],
    });
    expect(await screen.findByText('Returned')).toBeDefined();
    expect(screen.getByText('Mar 20, 2026: Account closed, reference R-1')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Return is waiting for approval' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Returned…' })).toBeNull();
  });

  test('offers no return to those who only read', async () => {
    open('auditor', { ...paid, reference: 'BANK-1' });
    await screen.findByRole('table', { name: 'Payouts of this batch' });
    expect(screen.queryByRole('button', { name: 'Returned…' })).toBeNull();
  });
});
