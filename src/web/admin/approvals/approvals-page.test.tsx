// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { WaitingApproval } from '#contract/admin/approvals.ts';
import { openLink } from '#test/support/web/account-page.tsx';
import { forgetVisitor } from '#test/support/web/auth-page.tsx';
import { ada, setHint } from '#test/support/web/private-page.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import { jsonAnswer, mutatingCalls, refusalAnswer, type StubCall } from '#test/support/web/stub-server.ts';
import ApprovalsPage from './approvals-page.tsx';

const waiting: WaitingApproval = {
  id: 'apr_1',
  kind: 'refund',
  subject: { kind: 'donation', id: 'don_1' },
  summary: 'Refund of CAD 500.00',
  reason: 'Paid twice',
  requestedAt: '2026-11-21T12:00:00.000Z',
  requestedBy: 'sam',
  isOwn: false,
  approvableAs: 'second_person',
};

const open = (
  approvals: readonly WaitingApproval[],
  answers: Parameters<typeof openLink>[2] = {},
): readonly StubCall[] => {
  setHint('staff.Ab3dEf6h');
  return openLink('/admin/approvals', <ApprovalsPage />, {
    'GET /api/user': jsonAnswer(ada),
    'GET /api/admin/me': jsonAnswer(staffOf('finance')),
    'GET /api/admin/approvals': jsonAnswer(approvals),
    ...answers,
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
  ['Approve…', 'Approve', 'approve', 'will be made at once.'],
  ['Decline…', 'Decline', 'decline', 'will not be made.'],
])('%s says what happens, and decides with a reason', async (opener, action, path, effect) => {
  const calls = open([waiting], { [`POST /api/admin/approvals/apr_1/${path}`]: jsonAnswer({}) });
  await press(opener);
  expect(screen.getByRole('alertdialog').textContent).toContain(`Refund of CAD 500.00, requested by sam, ${effect}`);
  await submit(action);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(mutatingCalls(calls)).toEqual([
    { call: `POST /api/admin/approvals/apr_1/${path}`, body: { reason: 'Checked' } },
  ]);
});

test('says who was first, and reloads the list', async () => {
  const sentence = 'olga approved this request on 2026-11-21 at 12:05 UTC.';
  const calls = open([waiting], {
    'POST /api/admin/approvals/apr_1/approve': refusalAnswer(409, sentence, 'approval_decided'),
  });
  await press('Approve…');
  await submit('Approve');
  expect(await screen.findByText(sentence)).toBeDefined();
  await waitFor(() => expect(calls.filter(({ call }) => call === 'GET /api/admin/approvals')).toHaveLength(2));
});

test('a request of your own waits for someone else, and can be withdrawn', async () => {
  open([{ ...waiting, isOwn: true, approvableAs: 'none' }]);
  expect(await screen.findByText('Waits for someone else.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Approve…' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Withdraw…' })).toBeDefined();
});

test('an Owner who waives the second person is told so before', async () => {
  open([{ ...waiting, isOwn: true, approvableAs: 'waiver' }]);
  await press('Approve…');
  expect(screen.getByRole('alertdialog').textContent).toContain('so you waive the second person');
});

test('says when nothing waits', async () => {
  open([]);
  expect(await screen.findByText('Nothing waits for a second person.')).toBeDefined();
});
