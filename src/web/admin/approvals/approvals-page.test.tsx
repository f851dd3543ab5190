// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { WaitingApproval } from '#contract/admin/approvals.ts';
import type { WaitingPayoutDecision } from '#contract/admin/money/payouts.ts';
import { openLink } from '#test/support/web/account-page.tsx';
import { forgetVisitor } from '#test/support/web/auth-page.tsx';
import { ada, setHint } from '#test/support/web/private-page.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import { jsonResponse, mutatingCalls, refusalResponse, type StubCall } from '#test/support/web/stub-server.ts';
import ApprovalsPage from './approvals-page.tsx';

const waiting: WaitingApproval = {
  id: 'apr_1',
  kind: 'refund',
  subject: { kind: 'donation', id: 'don_1', partOf: null },
  summary: 'Refund of CAD 500.00',
  reason: 'Paid twice',
  requestedAt: '2026-11-21T12:00:00.000Z',
  requestedBy: 'sam',
  isOwn: false,
  approvableAs: 'second_person',
};

const open = (
  approvals: readonly WaitingApproval[],
  responses: Parameters<typeof openLink>[2] = {},
): readonly StubCall[] => {
  setHint('staff.Ab3dEf6h');
  return openLink('/admin/approvals', <ApprovalsPage />, {
    'GET /api/user': jsonResponse(ada),
    'GET /api/admin/me': jsonResponse(staffOf('finance')),
    'GET /api/admin/approvals': jsonResponse(approvals),
    'GET /api/admin/payout-decisions': jsonResponse([]),
    ...responses,
  });
};

const press = async (name: string): Promise<void> => userEvent.click(await screen.findByRole('button', { name }));
const submit = async (name: string): Promise<void> => {
  const dialog = within(screen.getByRole('alertdialog'));
  await userEvent.type(dialog.getByLabelText('Reason'), 'Checked');
  await userEvent.click(dialog.getByRole('button', { name }));
};

beforeEach(forgetVisitor);

test.each([
  ['a refund', { kind: 'donation', id: 'don_1', partOf: null }, 'don_1', '/admin/donations/don_1'],
  [
    'the return of a payout',
    { kind: 'payout', id: 'pay_1', partOf: 'bat_1' },
    'Batch of the payout',
    '/admin/payouts/bat_1',
  ],
  [
    'a refund of a quarantined payment',
    { kind: 'review_item', id: 'rev_1', partOf: null },
    'Needs review',
    '/admin/review',
  ],
])('%s links to its page', async (_, subject, name, page) => {
  open([{ ...waiting, subject }]);
  expect((await screen.findByRole('link', { name, current: false })).getAttribute('href')).toBe(page);
});

test.each([
  ['Approve…', 'Approve', 'approve', 'will be made at once.'],
  ['Decline…', 'Decline', 'decline', 'will not be made.'],
])('%s says what will happen, and sends the decision with its reason', async (opener, action, path, effect) => {
  const calls = open([waiting], { [`POST /api/admin/approvals/apr_1/${path}`]: jsonResponse({}) });
  await press(opener);
  expect(screen.getByRole('alertdialog').textContent).toContain(`Refund of CAD 500.00, requested by sam, ${effect}`);
  await submit(action);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(mutatingCalls(calls)).toEqual([
    { call: `POST /api/admin/approvals/apr_1/${path}`, body: { reason: 'Checked' } },
  ]);
});

test('the dialog says who decided first, and the list is reloaded when it is closed', async () => {
  const sentence = 'olga approved this request on November 21, 2026, 12:05 UTC.';
  const calls = open([waiting], {
    'POST /api/admin/approvals/apr_1/approve': refusalResponse(409, sentence, 'approval_decided'),
  });
  await press('Approve…');
  await submit('Approve');
  expect(await screen.findByText(sentence)).toBeDefined();
  await press('Decide later');
  await waitFor(() => expect(calls.filter(({ call }) => call === 'GET /api/admin/approvals')).toHaveLength(2));
});

test('your own request waits for someone else, and can be withdrawn', async () => {
  const response = Promise.withResolvers<Response>();
  const calls = open([{ ...waiting, isOwn: true, approvableAs: 'none' }], {
    'POST /api/admin/approvals/apr_1/decline': () => response.promise,
  });
  expect(await screen.findByText('Waiting for someone else.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Approve…' })).toBeNull();
  await press('Withdraw…');
  const dialog = screen.getByRole('alertdialog', { name: 'Withdraw this request?' });
  expect(dialog.textContent).toContain('Refund of CAD 500.00, which you requested, will not be made.');
  expect(within(dialog).getByRole('button', { name: 'Keep the request' })).toBeDefined();
  await submit('Withdraw');
  expect(within(dialog).getByRole('button', { name: 'Withdrawing…' })).toBeDefined();
  response.resolve(jsonResponse({})());
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(mutatingCalls(calls)).toHaveLength(1);
});

test('an Owner is told before approving that this waives the second person', async () => {
  open([{ ...waiting, isOwn: true, approvableAs: 'waiver' }]);
  await press('Approve…');
  expect(screen.getByRole('alertdialog').textContent).toContain('so you waive the second person');
});

test('the page has a heading for each list, and says when nothing waits', async () => {
  open([]);
  expect(await screen.findByText('No request is waiting for a second person.')).toBeDefined();
  expect(await screen.findByText('No payout or bank account is waiting for a second person.')).toBeDefined();
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(['Requests', 'Payouts and bank accounts']);
});

const batch: WaitingPayoutDecision = {
  kind: 'payout_batch',
  batchId: 'bat_1',
  day: '2026-11-20',
  payouts: 3,
  sums: [{ amount: 500, currency: 'CAD' }],
  requestedAt: '2026-11-21T12:00:00.000Z',
  requestedBy: 'fina',
  isOwn: false,
  mayDecide: true,
};
const account: WaitingPayoutDecision = {
  kind: 'bank_account',
  charityId: 6,
  charityName: 'Food banks across Canada',
  currency: 'CAD',
  lastFour: '6819',
  requestedAt: '2026-11-21T13:00:00.000Z',
  requestedBy: 'ada',
  isOwn: true,
  mayDecide: false,
};

test('the page shows waiting batches and bank accounts, each with a link to its page', async () => {
  open([], {
    'GET /api/admin/payout-decisions': jsonResponse([batch, account, { ...account, charityId: 0, charityName: null }]),
  });
  const payouts = await screen.findByRole('link', { name: '3 payouts up to Nov 20, 2026: CAD 500.00' });
  expect(payouts.getAttribute('href')).toBe('/admin/payouts/bat_1');
  const charity = screen.getByRole('link', {
    name: 'Bank account of Food banks across Canada in CAD, ending in 6819',
  });
  expect(charity.getAttribute('href')).toBe('/admin/charities/6');
  const ours = screen.getByRole('link', { name: 'Our bank account in CAD, ending in 6819' });
  expect(ours.getAttribute('href')).toBe('/admin/charities/0');
  expect(screen.getAllByText(/^Waiting for /).map(({ textContent }) => textContent)).toEqual([
    'Waiting for you.',
    'Waiting for someone else.',
    'Waiting for someone else.',
  ]);
});

test('the page does not fetch waiting payouts without the right to manage them', async () => {
  const calls = open([waiting], { 'GET /api/admin/me': jsonResponse(staffOf('support')) });
  await screen.findByText('Refund of CAD 500.00');
  expect(calls.map(({ call }) => call)).not.toContain('GET /api/admin/payout-decisions');
});
