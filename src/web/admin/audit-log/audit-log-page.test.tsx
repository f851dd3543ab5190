// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { AuditLogEntry } from '#contract/admin/audit-log.ts';
import { openLink } from '#test/support/web/account-page.tsx';
import { forgetVisitor } from '#test/support/web/auth-page.tsx';
import { ada, setHint } from '#test/support/web/private-page.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import { callNames, jsonResponse, type StubCall } from '#test/support/web/stub-server.ts';
import AuditLogPage from './audit-log-page.tsx';

const entry: AuditLogEntry = {
  id: 'aud_1',
  at: '2026-11-21T12:00:00.000Z',
  actor: { id: 'usr_1', name: 'olga', role: 'owner', token: null },
  action: 'role_changed',
  subject: { kind: 'user', id: 'usr_2', partOf: null },
  before: { username: 'sam', role: 'support' },
  after: { role: 'finance' },
  reason: 'New work',
};
const bySystem: AuditLogEntry = {
  ...entry,
  id: 'aud_2',
  actor: { id: null, name: 'system', role: null, token: null },
  action: 'refund_requested',
  before: { remaining: 5.24 },
  after: null,
  reason: null,
};

const withNextPage = (entries: readonly AuditLogEntry[], cursor: string) => () =>
  new Response(JSON.stringify(entries), {
    headers: { 'content-type': 'application/json', 'x-next-cursor': cursor },
  });

const open = (responses: Parameters<typeof openLink>[2], at = '/admin/audit-log'): readonly StubCall[] => {
  setHint('admin.Ab3dEf6h');
  return openLink(at, <AuditLogPage />, {
    'GET /api/user': jsonResponse(ada),
    'GET /api/admin/me': jsonResponse(staffOf('auditor')),
    ...responses,
  });
};
const list = 'GET /api/admin/audit-log';

beforeEach(forgetVisitor);

test('the page shows who did what, what changed, and why', async () => {
  open({ [list]: jsonResponse([entry, bySystem]) });
  const [, first, second] = await screen.findAllByRole('row');
  expect(first?.textContent).toContain('olga (Owner)Changed a roleusr_2Username: samRole: Support → FinanceNew work');
  expect(second?.textContent).toContain('The productRequested a refundusr_2Left to refund: 5.24–');
});

test('the next entries are loaded after the last one', async () => {
  const calls = open({ [list]: withNextPage([entry], 'next'), [`${list}?cursor=next`]: jsonResponse([bySystem]) });
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('The product')).toBeDefined();
  expect(callNames(calls)).toContain(`${list}?cursor=next`);
});

test('the page searches with the filters in its address, and downloads the matches', async () => {
  open({ [`${list}?actor=olga`]: jsonResponse([entry]) }, '/admin/audit-log?actor=olga');
  expect(await screen.findByText('olga (Owner)')).toBeDefined();
  const download = screen.getByRole('link', { name: 'Download (CSV)' });
  await waitFor(() => expect(download.getAttribute('href')).toBe('/api/admin/audit-log.csv?actor=olga'));
});

test('the page says when nothing matches', async () => {
  open({ [list]: jsonResponse([]) });
  expect(await screen.findByText('No entries match.')).toBeDefined();
});

test.each<[AuditLogEntry['subject'], string, string]>([
  [{ kind: 'donation', id: 'don_1', partOf: null }, 'don_1', '/admin/donations/don_1'],
  [{ kind: 'payout', id: 'pay_1', partOf: 'bat_1' }, 'pay_1', '/admin/payouts/bat_1'],
  [{ kind: 'bank_account', id: 'bac_1', partOf: '0' }, 'bac_1', '/admin/charities/0'],
  [{ kind: 'month', id: '2026-11', partOf: null }, 'November 2026', '/admin/accounting#months'],
  [{ kind: 'published', id: 'rates', partOf: null }, 'Exchange rates', '/admin/rates'],
  [{ kind: 'published', id: 'counters', partOf: null }, 'Counters', '/admin/counters'],
  [{ kind: 'published', id: 'words', partOf: null }, 'Words', '/admin/words'],
  [{ kind: 'published', id: 'catalogue', partOf: null }, 'Snacks and charities', '/admin/catalogue'],
  [{ kind: 'published', id: 'questions', partOf: null }, 'Questions', '/admin/words'],
  [{ kind: 'published', id: 'report', partOf: null }, 'Illustrative example', '/admin/counters'],
  [{ kind: 'published', id: 'report_years', partOf: null }, 'Yearly reports', '/admin/counters'],
  [{ kind: 'newsletter', id: 'nwl_1', partOf: null }, 'Newsletter', '/admin/newsletter'],
])('%j links to its page', async (subject, name, page) => {
  open({ [list]: jsonResponse([{ ...entry, subject }]) });
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(page);
});

test.each<AuditLogEntry['subject']>([
  { kind: 'user', id: 'usr_2', partOf: null },
  { kind: 'plan', id: 'pln_1', partOf: null },
  { kind: 'a_later_kind', id: 'xyz_1', partOf: null },
])('%j has no link, because its page does not exist or an Auditor cannot open it', async (subject) => {
  open({ [list]: jsonResponse([{ ...entry, subject }]) });
  expect(await screen.findByText(subject.id)).toBeDefined();
  expect(screen.queryByRole('link', { name: subject.id })).toBeNull();
});
