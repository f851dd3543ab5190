// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react';
import type { JSX } from 'react';
import { describe, expect, test } from 'vitest';
import type { BalancesResponse } from '#contract/admin/money/balances.ts';
import type { NewslettersResponse } from '#contract/admin/newsletters.ts';
import type { AdminRatesResponse } from '#contract/admin/rates.ts';
import type { ReviewResponse } from '#contract/admin/review/review.ts';
import { reviewKinds, type TodayResponse } from '#contract/admin/today.ts';
import { alertLines } from '#domain/staff/alerts/alert-lines.ts';
import { alertKinds } from '#domain/staff/alerts/condition.ts';
import { openFor } from '#test/support/web/donor-page.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import AccountingPage from './accounting/accounting-page.tsx';
import IntegrationsPage from './integrations/integrations-page.tsx';
import NewsletterPage from './newsletter/newsletter-page.tsx';
import RatesPage from './rates/rates-page.tsx';
import ReviewPage from './review/review-page.tsx';
import { Balance } from './today/balance.tsx';
import TodayPage from './today/today-page.tsx';

const at = '2026-11-21T12:00:00.000Z';

const today: TodayResponse = {
  verifiedAt: null,
  review: [],
  waitingApprovals: 0,
  lostBatches: null,
  monthly: { due: [], failing: 0, waiting: 0 },
  mail: [],
  ratesSetOn: '2026-11-21',
  oldRates: [],
  alertedRates: [],
  expiredRates: [],
  backup: { madeAt: null, checkedAt: null, problem: null },
};

/** A response with at least one item in each section that is hidden when it is empty. */
const review: ReviewResponse = {
  isOverdue: false,
  runs: [],
  unknownPayments: 1,
  restore: {
    noticedAt: at,
    donations: 0,
    withoutAccount: 0,
    lostAccounts: 0,
    sums: [],
    heldReceipts: 1,
    heldOthers: 0,
  },
  lostPlans: [{ id: 'pln_1', subscriptionId: null, total: 1, currency: 'CAD', nextChargeAt: null }],
};

const balances: BalancesResponse = { compared: [], missingPermissions: [], movements: [], payouts: [] };

const rates: AdminRatesResponse = {
  version: 0,
  rates: [],
  dailyFetch: { from: null, fetchedAt: null, problem: null, waiting: [] },
  history: [],
};

const newsletters: NewslettersResponse = { newsletters: [], subscribers: 0, postalAddress: '', addressVersion: 0 };

const pages: Readonly<Record<string, JSX.Element>> = {
  '/admin': <TodayPage />,
  '/admin/review': <ReviewPage />,
  '/admin/accounting': <AccountingPage />,
  '/admin/rates': <RatesPage />,
  '/admin/newsletter': <NewsletterPage />,
  '/admin/integrations': <IntegrationsPage />,
};

async function expectSection(link: string): Promise<void> {
  const { pathname, hash } = new URL(link, 'http://localhost');
  openFor('donor', pages[pathname], {
    '/api/admin/me': staffOf('owner'),
    '/api/admin/today': today,
    '/api/admin/review': review,
    '/api/admin/review/items': [],
    '/api/admin/balances': balances,
    '/api/admin/rates': rates,
    '/api/admin/newsletters': newsletters,
    '/api/admin/tokens': [],
    '/api/admin/webhooks': [],
  });
  await waitFor(() => expect(document.getElementById(hash.slice(1)), `the section of ${link}`).not.toBeNull());
}

describe('the linked page has the section', () => {
  test.each(alertKinds.filter((kind) => kind !== 'disagreements'))('that an alert about %s links to', async (kind) => {
    const [line] = alertLines([{ key: kind, kind, since: new Date(at) }]);
    await expectSection(line?.path ?? '');
  });

  test.each(reviewKinds)('that Today links to for %s', async (kind) => {
    render(<Balance today={{ ...today, review: [{ kind, count: 2 }] }} />);
    await expectSection(screen.getByRole('link').getAttribute('href') ?? '');
  });
});
