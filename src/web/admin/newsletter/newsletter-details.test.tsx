// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { JSX } from 'react';
import { beforeEach, expect, test } from 'vitest';
import type { NewsletterResponse } from '#contract/admin/newsletters.ts';
import type { StaffRole } from '#domain/staff/rights.ts';
import { openLink } from '#test/support/web/account-page.tsx';
import { forgetVisitor } from '#test/support/web/auth-page.tsx';
import { ada, setHint } from '#test/support/web/private-page.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import { jsonResponse, mutatingCalls, type StubCall } from '#test/support/web/stub-server.ts';
import { useStaff } from '../use-staff.ts';
import { NewsletterDetails } from './newsletter-details.tsx';

const sending: NewsletterResponse = {
  id: 'nwl_1',
  subject: 'Spring news',
  text: 'Hello',
  version: 3,
  status: 'sending',
  updatedAt: '2026-03-04T12:00:00.000Z',
  updatedBy: 'grace',
  startedAt: '2026-03-05T12:00:00.000Z',
  startedBy: 'olga',
  pauseCause: null,
  finishedAt: null,
  figures: { waiting: 100, sent: 1234, bounced: 5, skipped: 4, failed: 3, unsubscribed: 2 },
};

function openAs(role: StaffRole, newsletter: Partial<NewsletterResponse> = {}): readonly StubCall[] {
  setHint('admin.Ab3dEf6h');
  const page = (
    <>
      <Role />
      <NewsletterDetails newsletter={{ ...sending, ...newsletter }} />
    </>
  );
  return openLink('/admin/newsletter/nwl_1', page, {
    'GET /api/user': jsonResponse(ada),
    'GET /api/admin/me': jsonResponse(staffOf(role)),
    'GET /api/admin/newsletters/nwl_1/preview': jsonResponse({ subject: 'Spring news', text: 'Hello' }),
    'POST /api/admin/newsletters/nwl_1/pause': jsonResponse({ status: 'changed' }),
  });
}

/** Shows the role. It appears together with the buttons that the role may use. */
const Role = (): JSX.Element => <p>{useStaff().data?.role}</p>;

beforeEach(forgetVisitor);

test('a newsletter shows who sent it and what happened to its emails', () => {
  openAs('content');
  expect(screen.getByText(/^Started by olga Mar 5, 2026/)).toBeDefined();
  const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Sent1,234',
    'Bounced5',
    'Unsubscribed after it2',
    'Left before it was sent4',
    'Failed3',
    'Waiting100',
  ]);
});

test('a newsletter that is being sent can be paused for a reason', async () => {
  const calls = openAs('content');
  await userEvent.click(await screen.findByRole('button', { name: 'Pause…' }));
  await userEvent.type(screen.getByLabelText('Reason'), 'A wrong date');
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
  await waitFor(() =>
    expect(mutatingCalls(calls)).toEqual([
      { call: 'POST /api/admin/newsletters/nwl_1/pause', body: { reason: 'A wrong date' } },
    ]),
  );
});

test.each([
  ['staff', /^Paused by the team\./],
  ['refusals', /mail servers refused more than 5% of the emails/],
  ['restore', /restored from a backup/],
] as const)('one paused because of %s says so, and can be resumed', async (pauseCause, sentence) => {
  openAs('content', { status: 'paused', pauseCause });
  expect(screen.getByText(sentence)).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Resume…' })).toBeDefined();
});

test('a sent newsletter says when it was finished, and can be neither paused nor resumed', async () => {
  openAs('content', { status: 'sent', finishedAt: '2026-03-05T13:00:00.000Z' });
  expect(screen.getByText(/Finished Mar 5, 2026/)).toBeDefined();
  expect(await screen.findByText('content')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

test('an Auditor can read a newsletter but not pause it', async () => {
  openAs('auditor');
  expect(await screen.findByText('auditor')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a draft has no figures yet', async () => {
  openAs('auditor', { status: 'draft', startedAt: null, startedBy: null });
  expect(screen.getByText(/^Saved by grace Mar 4, 2026.*Not sent yet\.$/)).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
});
