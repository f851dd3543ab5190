// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { TrialBalanceResponse } from '#contract/admin/money/accounting.ts';
import { failure, openFor } from '#test/support/web/donor-page.tsx';
import { TrialBalance } from './trial-balance.tsx';

const balance: TrialBalanceResponse = {
  day: '2026-03-04',
  isFinished: true,
  lines: [
    { account: 'charity:6', name: 'Canadian Food Banks', currency: 'CAD', debit: 0, credit: 4.76, balance: -4.76 },
    { account: 'clearing:stripe', name: 'Held by Stripe', currency: 'CAD', debit: 4.76, credit: 0, balance: 4.76 },
  ],
  totals: [{ currency: 'CAD', debit: 4.76, credit: 4.76, balance: 0 }],
};

const open = (response: unknown) =>
  openFor('donor', <TrialBalance />, {
    '/api/admin/accounting/trial-balance': response,
  });

test('the trial balance shows each account by its name, and the total', async () => {
  open(balance);
  const table = await screen.findByRole('table', { name: 'Balances in CAD' });
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual([
    'AccountDebitCreditBalance',
    'Canadian Food BanksCAD 0.00CAD 4.76−CAD 4.76',
    'Held by StripeCAD 4.76CAD 0.00CAD 4.76',
    'TotalCAD 4.76CAD 4.76CAD 0.00',
  ]);
  expect(screen.getByText(/^At the end of .* 2026, UTC\. Nothing more is posted to this day\.$/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Show' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Download as CSV' }).getAttribute('href')).toBe(
    '/api/admin/accounting/trial-balance.csv?day=2026-03-04',
  );
});

test('a day before the first entry has no table', async () => {
  open({ ...balance, isFinished: false, lines: [], totals: [] });
  expect(await screen.findByText('Nothing was posted by then.')).toBeDefined();
  expect(screen.getByText(/This day is not finished\.$/)).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
});

test('an impossible date is ignored', async () => {
  const calls = open(balance);
  act(() => {
    window.history.replaceState(null, '', '/here?day=2026-02-31');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  expect(await screen.findByRole('table', { name: 'Balances in CAD' })).toBeDefined();
  expect(calls.filter((call) => call.includes('day='))).toEqual([]);
});

test('a failure is shown', async () => {
  open(failure);
  expect(await screen.findByText("We couldn't load the trial balance.")).toBeDefined();
});
