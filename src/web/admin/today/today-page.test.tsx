// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { MoneyInResponse, TodayResponse } from '#contract/admin/today.ts';
import type { StaffRole } from '#domain/staff/rights.ts';
import { failure, openFor } from '#test/support/web/donor-page.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import { noResponse } from '#test/support/web/stub-server.ts';
import TodayPage from './today-page.tsx';

const today: TodayResponse = {
  verifiedAt: new Date().toISOString(),
  review: [],
  waitingApprovals: 0,
  lostBatches: null,
  monthly: { due: [{ count: 12, total: 1240.5, currency: 'CAD' }], failing: 2, waiting: 40 },
  mail: [
    { lane: 'receipts', waiting: 3, oldestAt: '2026-11-21T12:00:00.000Z' },
    { lane: 'notices', waiting: 0, oldestAt: null },
  ],
  ratesSetOn: '2026-11-21',
  oldRates: [],
  alertedRates: [],
  expiredRates: [],
  backup: { madeAt: null, checkedAt: null, problem: null },
};

const sum = {
  payments: 1,
  donations: 4.76,
  serviceFees: 0.48,
  refunds: 0,
  disputes: 0,
  disputeLosses: 0,
  providerFees: 0.45,
};

const moneyIn: MoneyInResponse = {
  periods: ['2026-11-21', '2026-11-22', '2026-11-23'],
  sums: [
    { ...sum, period: '2026-11-21', currency: 'CAD', refunds: 5.24 },
    { ...sum, period: '2026-11-23', currency: 'CAD' },
    { ...sum, period: '2026-11-23', currency: 'USD', payments: 3 },
  ],
};

const open = (response: unknown, money: unknown = moneyIn, role: StaffRole = 'finance'): readonly string[] =>
  openFor('donor', <TodayPage />, {
    '/api/admin/me': staffOf(role),
    '/api/admin/today': response,
    '/api/admin/money-in?by=day': money,
    '/api/admin/money-in?by=month': {
      periods: ['2026-10', '2026-11'],
      sums: [{ ...sum, period: '2026-11', currency: 'CAD' }],
    },
  });

describe('the backup', () => {
  const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 60 * 60 * 1000).toISOString();

  test('is missing when none was recorded', async () => {
    open(today);
    expect(await screen.findByText(/^No backup recorded in the last 90 days\./)).toBeDefined();
  });

  test('is shown with the newest one that was restored and checked', async () => {
    open({ ...today, backup: { madeAt: hoursAgo(1), checkedAt: hoursAgo(25), problem: null } });
    expect(
      await screen.findByText(
        /^The newest was made on .*\. The newest one that was restored and checked is from .*\.$/,
      ),
    ).toBeDefined();
    expect(screen.queryByText(/^No backup/)).toBeNull();
  });

  test('has warnings when it is old, was never checked, or cannot be used', async () => {
    open({ ...today, backup: { madeAt: hoursAgo(27), checkedAt: null, problem: 'The backup is damaged.' } });
    expect(await screen.findByText('No backup for over a day')).toBeDefined();
    expect(screen.getByText('No backup checked for over a week')).toBeDefined();
    expect(screen.getByText('Last check failed')).toBeDefined();
    expect(screen.getByText('The backup is damaged.')).toBeDefined();
  });
});

describe('the line at the top', () => {
  test('says that everything balances, and when it was verified', async () => {
    open(today);
    expect(await screen.findByText(/^Everything balances\. Last verified \d{1,2}:\d{2} [AP]M\.$/)).toBeDefined();
  });

  test('names the day of the verification if it was not today', async () => {
    open({ ...today, verifiedAt: '2026-01-02T12:00:00.000Z' });
    expect(await screen.findByText(/Last verified Jan 2, 2026, /)).toBeDefined();
  });

  test('says how much needs review, with a link to each kind', async () => {
    open({
      ...today,
      review: [
        { kind: 'quarantined', count: 2 },
        { kind: 'disputes', count: 1 },
      ],
    });
    expect(await screen.findByText(/^3 items need review\./)).toBeDefined();
    expect(screen.getByRole('link', { name: '2 quarantined payments' }).getAttribute('href')).toMatch(/#quarantined$/);
    expect(screen.getByRole('link', { name: '1 open dispute' }).getAttribute('href')).toMatch(/#disputes$/);
  });

  test('counts a single item', async () => {
    open({ ...today, review: [{ kind: 'deadJobs', count: 1 }] });
    expect(await screen.findByText(/^1 item needs review\./)).toBeDefined();
  });

  test('does not claim that anything balances before the first verification', async () => {
    open({ ...today, verifiedAt: null });
    expect(await screen.findByText(/^Nothing needs review\. Payments have not been compared/)).toBeDefined();
  });

  test('shows an error when it does not load, and still shows the money', async () => {
    open(failure);
    expect(await screen.findByText("We couldn't check whether everything balances.")).toBeDefined();
    expect(await screen.findByRole('region', { name: 'CAD' })).toBeDefined();
  });

  test('is a placeholder while it loads', async () => {
    open(noResponse, noResponse);
    expect(await screen.findAllByText('Loading…')).toHaveLength(2);
  });
});

test('after a restore, payouts must be checked before the next batch', async () => {
  open({ ...today, lostBatches: { from: '2026-03-15', until: '2026-03-17' } });
  expect(await screen.findByText(/payouts between Mar 15, 2026 and Mar 17, 2026 may be missing/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'payouts' }).getAttribute('href')).toBe('/admin/payouts');
});

describe('what waits for a second person', () => {
  test.each([
    [1, '1 decision is waiting for a second person.'],
    [3, '3 decisions are waiting for a second person.'],
  ])('is counted (%d), with a link to the page of approvals', async (waitingApprovals, sentence) => {
    open({ ...today, waitingApprovals });
    expect((await screen.findByRole('link', { name: sentence })).getAttribute('href')).toBe('/admin/approvals');
  });

  test('is only counted for an Auditor, who does not decide', async () => {
    open({ ...today, waitingApprovals: 1 }, moneyIn, 'auditor');
    expect(await screen.findByText('1 decision is waiting for a second person.')).toBeDefined();
    expect(screen.queryByRole('link', { name: /second person/ })).toBeNull();
  });

  test('is not mentioned when nothing waits', async () => {
    open(today);
    await screen.findByText(/^Everything balances/);
    expect(screen.queryByText(/second person/)).toBeNull();
  });
});

/** Returns the figures of a section, by name. */
const figuresIn = (section: HTMLElement): Record<string, string | null | undefined> =>
  Object.fromEntries(
    within(section)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );

test('redirects staff who cannot see money to their first page', async () => {
  openFor('donor', <TodayPage />, { '/api/admin/me': staffOf('support') });
  await waitFor(() => expect(window.location.pathname).toBe('/admin/donations'));
});

describe('the money that came in', () => {
  test('is added up for each currency, the one with the most payments first', async () => {
    open(today);
    const cad = await screen.findByRole('region', { name: 'CAD' });
    expect(figuresIn(cad)).toEqual({
      Payments: '2',
      Donations: 'CAD 9.52',
      'Service fees': 'CAD 0.96',
      Refunds: 'CAD 5.24',
      'Provider fees': 'CAD 0.90',
    });
    const order = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'));
    expect(order.filter((name) => name !== null)).toEqual(['USD', 'CAD']);
  });

  test('has figures for disputes only when there were any', async () => {
    open(today, {
      ...moneyIn,
      sums: [{ ...sum, period: '2026-11-23', currency: 'CAD', disputes: 5.24, disputeLosses: 2 }],
    });
    expect(figuresIn(await screen.findByRole('region', { name: 'CAD' }))).toMatchObject({
      Disputes: 'CAD 5.24',
      'Dispute losses': 'CAD 2.00',
    });
  });

  test('is a chart with a sentence, and a table with every amount, newest first', async () => {
    open(today);
    const cad = within(await screen.findByRole('region', { name: 'CAD' }));
    const chart = await cad.findByRole('img');
    expect(chart.getAttribute('aria-label')).toBe(
      'Donations by day in CAD: CAD 9.52 from Nov 21, 2026 to Nov 23, 2026.',
    );
    const [, first, second] = cad.getAllByRole('row', { hidden: true });
    expect(first?.textContent).toBe('Nov 23, 20261CAD 4.76CAD 0.48CAD 0.00CAD 0.00CAD 0.00CAD 0.45');
    expect(second?.textContent).toMatch(/^Nov 21, 2026/);
  });

  test('is shown by month on request', async () => {
    open(today);
    await userEvent.click(await screen.findByRole('tab', { name: '12 months' }));
    await waitFor(() =>
      expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
        'Donations by month in CAD: CAD 4.76 from October 2026 to November 2026.',
      ),
    );
  });

  test('says so when there is none', async () => {
    open(today, { periods: ['2026-11-23'], sums: [] });
    expect(await screen.findByText('No money came in.')).toBeDefined();
  });

  test('shows an error when it does not load', async () => {
    open(today, failure);
    expect(await screen.findByText("We couldn't load the money that came in.")).toBeDefined();
  });
});

describe('what comes next', () => {
  test('includes what monthly donations will bring, how many fail, and how many wait for a charity', async () => {
    open(today);
    expect(figuresIn(await screen.findByRole('region', { name: 'Monthly donations' }))).toEqual({
      'Due in the next 7 days': 'CAD 1,240.50',
      Failing: '2',
      'Waiting for a charity': '40',
    });
    expect(screen.getByText('12 monthly donations')).toBeDefined();
  });

  test('includes the waiting emails, by lane', async () => {
    const mail = ['receipts', 'arrivals', 'newsletter', 'bulk', 'a_later_lane'].map((lane) => ({
      lane,
      waiting: 3,
      oldestAt: null,
    }));
    open({ ...today, mail });
    expect(figuresIn(await screen.findByRole('region', { name: 'Emails waiting' }))).toEqual({
      Receipts: '3',
      Arrivals: '3',
      Subscriptions: '3',
      Newsletters: '3',
      a_later_lane: '3',
    });
  });

  test('includes that no email is waiting', async () => {
    open({ ...today, mail: [{ lane: 'receipts', waiting: 0, oldestAt: null }] });
    expect(await screen.findByText('No email is waiting.')).toBeDefined();
  });

  test('is None if there are no monthly donations', async () => {
    open({ ...today, monthly: { due: [], failing: 0, waiting: 0 } });
    expect(figuresIn(await screen.findByRole('region', { name: 'Monthly donations' }))).toEqual({
      'Due in the next 7 days': 'None',
      Failing: 'None',
    });
    expect(screen.queryByText('The last charge failed')).toBeNull();
  });

  test('includes the waiting emails, by lane, and the age of the rates', async () => {
    open(today);
    expect(figuresIn(await screen.findByRole('region', { name: 'Emails waiting' }))).toEqual({
      Receipts: '3',
    });
    expect(screen.getByText(/^The oldest was set on Nov 21, 2026, (today|\d+ days? ago)\.$/)).toBeDefined();
  });

  test('includes old rates, and the currencies that are or will be shown in US dollars', async () => {
    open({ ...today, oldRates: ['CAD', 'EUR'], alertedRates: ['GBP'], expiredRates: ['NGN'] });
    expect(await screen.findByText('Over 7 days: CAD, EUR')).toBeDefined();
    expect(screen.getByText('Over 30 days, in US dollars after 45: GBP')).toBeDefined();
    expect(screen.getByText('Shown in US dollars: NGN')).toBeDefined();
  });
});
