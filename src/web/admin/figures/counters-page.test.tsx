// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { StaffRole } from '#domain/staff/rights.ts';
import { openFor } from '#test/support/web/donor-page.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import CountersPage from './counters-page.tsx';

const counters = {
  version: 1,
  isOn: false,
  donationsMin: 100,
  figures: {
    donations: 120,
    hero: '360 meals donated',
    community: 'Donors have given US$420.00 in 120 donations.',
  },
  history: [
    {
      version: 1,
      effectiveFrom: '2026-03-04T12:00:00.000Z',
      publishedAt: '2026-03-04T12:00:00.000Z',
      publishedBy: 'conny',
      reason: 'Too early',
      changes: [{ name: 'counters', before: 'shown', after: 'hidden' }],
    },
  ],
};

const open = (changes: Readonly<Record<string, unknown>> = {}, role: StaffRole = 'content'): readonly string[] =>
  openFor('donor', <CountersPage />, {
    '/api/admin/me': staffOf(role),
    '/api/admin/counters': { ...counters, ...changes },
  });

test('the page shows what the home page would say, and who changed it', async () => {
  open();
  await screen.findByText('The home page does not show the counters.');
  expect(screen.getByText(counters.figures.hero)).toBeDefined();
  expect(screen.getByText(counters.figures.community)).toBeDefined();
  const history = within(screen.getByRole('table', { name: 'History' }));
  expect(history.getByText('conny')).toBeDefined();
  expect(history.getByText('Now hidden')).toBeDefined();
});

test.each([
  [{ isOn: true }, /^The home page shows the counters/],
  [
    { isOn: true, figures: { ...counters.figures, donations: 99 } },
    /^The counters are on\. The home page shows them once there are 100 donations/,
  ],
])('with %o, the page says what visitors see', async (changes, sentence) => {
  open(changes);
  expect(await screen.findByText(sentence)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Hide the counters' })).toBeDefined();
});

test('the page says when the figures are being prepared', async () => {
  open({ figures: null });
  expect(await screen.findByText(/^The figures are being prepared/)).toBeDefined();
  expect(screen.queryByText(counters.figures.hero)).toBeNull();
});

test('the counters are switched on with a reason', async () => {
  const calls = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Show the counters' }));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Show the counters?' }));
  await userEvent.type(dialog.getByLabelText('Reason'), 'We have enough donations');
  const before = calls.filter((path) => path === '/api/admin/counters').length;
  await userEvent.click(dialog.getByRole('button', { name: 'Show the counters' }));
  await waitFor(() => expect(calls.filter((path) => path === '/api/admin/counters').length).toBeGreaterThan(before));
});

test('an Auditor can read about the counters but not change them', async () => {
  open({}, 'auditor');
  await screen.findByText('The home page does not show the counters.');
  expect(screen.queryByRole('button', { name: 'Show the counters' })).toBeNull();
});

test('a role without the right requests no counters', async () => {
  const calls = openFor('donor', <CountersPage />, { '/api/admin/me': staffOf('finance') });
  await screen.findByText('You do not have permission to access this page.');
  expect(calls).not.toContain('/api/admin/counters');
});
