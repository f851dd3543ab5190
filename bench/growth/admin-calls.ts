import { sql } from 'kysely';
import type { Queryable } from '#server/db/database.ts';
import { callTo, dayIn, smallYearDonations, type MeasuredCall } from './call.ts';
import { donorCalls } from './donor-calls.ts';
import { donationCalls } from './donation-calls.ts';
import type { GrowthSize } from '../rows/year/growth-size.ts';
import { idOf } from '../rows/year/insert-all.ts';

/** The calls whose time changes most when nothing has been paid out for a year. */
export const payoutCalls = (size: GrowthSize): readonly MeasuredCall[] => [
  callTo('payouts, nothing paid out', '/api/admin/payouts'),
  {
    ...callTo('preview of a batch, nothing paid out', `/api/admin/payout-preview?day=${dayIn(size, 0.9)}`),
    findsMoreInLargeYear: true, // the preview adds up all entries of the batch, and a large year has more of them
  },
  callTo(
    'preview of a batch, nothing paid out, equal entries',
    `/api/admin/payout-preview?day=${dayIn(size, (0.9 * smallYearDonations) / size.donations)}`,
  ),
  callTo('a charity, nothing paid out', '/api/admin/charities/6'),
];

/** What donors and visitors read, and the pages, searches and exports of the admin area, when everything payable is paid out. */
export async function adminCalls(db: Queryable, size: GrowthSize): Promise<readonly MeasuredCall[]> {
  return [
    ...(await donorCalls(db)),
    callTo('today', '/api/admin/today'),
    callTo('money in by day', '/api/admin/money-in?by=day'),
    callTo('money in by month', '/api/admin/money-in?by=month'),
    ...(await donationCalls(db, size)),
    ...(await moneyCalls(db, size)),
    callTo('needs review', '/api/admin/review/items'),
    callTo('audit log', '/api/admin/audit-log'),
    callTo('audit log by person', '/api/admin/audit-log?actor=donor'),
    callTo('audit log by action', '/api/admin/audit-log?action=note_added'),
    callTo('audit log by subject', `/api/admin/audit-log?subject=${idOf('don', 7)}`),
    callTo('audit log by days', `/api/admin/audit-log?from=${dayIn(size, 0.3)}&to=${dayIn(size, 0.4)}`),
    callTo('audit log as CSV', '/api/admin/audit-log.csv'),
    callTo('subscribers as CSV', '/api/admin/subscribers.csv'),
    ...['newsletters', 'rates', 'words', 'tokens', 'webhooks', 'counters'].map((page) =>
      callTo(page, `/api/admin/${page}`),
    ),
    callTo('team', '/api/admin/team'),
    callTo('approvals', '/api/admin/approvals'),
    callTo('messages', '/api/admin/messages'),
  ];
}

async function moneyCalls(db: Queryable, size: GrowthSize): Promise<readonly MeasuredCall[]> {
  const payouts = await db.selectFrom('payouts').select('id').orderBy('id').limit(50).execute();
  const payoutOf = (sample: number): string => payouts[sample % payouts.length]?.id ?? '';
  const small = await smallPayouts(db);
  const smallPayoutOf = (sample: number): string => small[sample % small.length]?.id ?? '';
  const batches = await fullBatches(db);
  return [
    callTo('payouts', '/api/admin/payouts'),
    callTo('preview of a batch', `/api/admin/payout-preview?day=${dayIn(size, 0.999)}`),
    callTo('batches', '/api/admin/payout-batches'),
    {
      title: 'a batch',
      pathOf: (sample) => `/api/admin/payout-batches/${batches[sample % batches.length]?.batch_id ?? ''}`,
    },
    callTo('a charity', '/api/admin/charities/6'),
    {
      title: 'entries of a payout',
      pathOf: (sample) => `/api/admin/payouts/${payoutOf(sample)}/entries`,
      findsMoreInLargeYear: true,
    },
    {
      title: 'entries of a payout, equal rows',
      pathOf: (sample) => `/api/admin/payouts/${smallPayoutOf(sample)}/entries`,
    },
    {
      title: 'statement as CSV',
      pathOf: (sample) => `/api/admin/payouts/${payoutOf(sample)}/statement.csv`,
      findsMoreInLargeYear: true,
    },
    {
      title: 'statement as CSV, equal rows',
      pathOf: (sample) => `/api/admin/payouts/${smallPayoutOf(sample)}/statement.csv`,
    },
    {
      title: 'trial balance',
      pathOf: (sample) => `/api/admin/accounting/trial-balance?day=${dayIn(size, 0.1 + (sample % 80) / 100)}`,
    },
    callTo('trial balance of today', `/api/admin/accounting/trial-balance?day=${dayIn(size, 1)}`),
    callTo('trial balance as CSV', `/api/admin/accounting/trial-balance.csv?day=${dayIn(size, 0.5)}`),
    callTo('months', '/api/admin/accounting/months'),
    callTo('balances at providers', '/api/admin/balances'),
  ];
}

/** Payouts with about four donations. In a large year, only the first week with payouts has such small ones. */
const smallPayouts = (db: Queryable): Promise<{ id: string }[]> =>
  db
    .selectFrom('payouts')
    .select('id')
    .orderBy(sql`abs(donations - 4)`)
    .orderBy('id')
    .limit(10)
    .execute();

/** The batches with the most payouts. In a small year, many have few, because charities often get nothing in a week. */
const fullBatches = (db: Queryable): Promise<{ batch_id: string }[]> =>
  db
    .selectFrom('payouts')
    .select('batch_id')
    .groupBy('batch_id')
    .orderBy((e) => e.fn.countAll(), 'desc')
    .limit(10)
    .execute();
