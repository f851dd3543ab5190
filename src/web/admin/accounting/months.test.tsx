// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { MonthsResponse } from '#contract/admin/money/accounting.ts';
import { openFor } from '#test/support/web/donor-page.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import { Months } from './months.tsx';

const checksum = 'a'.repeat(64);
const months: MonthsResponse = [
  { month: '2026-03', canBeClosed: false, closed: null },
  { month: '2026-02', canBeClosed: true, closed: null },
  { month: '2026-01', canBeClosed: false, closed: { by: 'fiona', at: '2026-02-02T12:00:00.000Z', checksum } },
];

const open = (role: 'auditor' | 'finance'): readonly string[] =>
  openFor('donor', <Months />, {
    '/api/admin/me': staffOf(role),
    '/api/admin/accounting/months': months,
    '/api/admin/accounting/close': months[2]?.closed,
  });

test('the months show who closed them, and the archive with its checksum', async () => {
  open('auditor');
  const table = within(await screen.findByRole('table', { name: 'Months' }));
  expect(table.getByText(/^Closed by fiona, /)).toBeDefined();
  expect(table.getByText(checksum)).toBeDefined();
  expect(table.getByText('Open; its last days are still being written')).toBeDefined();
  expect(table.getByRole('link', { name: 'Download January 2026' }).getAttribute('href')).toBe(
    '/api/admin/accounting/months/2026-01/archive',
  );
  expect(table.queryByRole('button')).toBeNull();
});

test('a month is closed with a reason, by staff with the right', async () => {
  const calls = open('finance');
  await userEvent.click(await screen.findByRole('button', { name: 'Close February 2026…' }));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Close February 2026?' }));
  await userEvent.type(dialog.getByLabelText('Reason'), 'Month end');
  await userEvent.click(dialog.getByRole('button', { name: 'Close this month' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(calls).toContain('/api/admin/accounting/close');
});
