import { sql, type RawBuilder } from 'kysely';
import { money, type Money } from '#domain/money/money.ts';
import { utcDay, type UtcDay } from '#domain/ledger/utc-day.ts';
import { payableBefore } from '#domain/payout/payable-before.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { findDisputed, type Payee } from './payable.ts';
import { firstDayOfEntries, sumBalances, sumEntries } from './sum-entries.ts';
import { sumYoung, firstFullDay } from './sum-young.ts';

/** What one charity is owed and was paid in one currency. `owed` is the sum of the four figures that follow it. */
export interface PayeeFigures extends Payee {
  readonly owed: Money;
  /** Could be paid today; negative when more was refunded than donated since the last payout. */
  readonly payable: Money;
  /** Too young to be paid. */
  readonly young: Money;
  /** Held until a dispute is decided. */
  readonly disputed: Money;
  /** In batches that are not paid yet. */
  readonly inBatches: Money;
  readonly paid: Money;
}

/**
 * Reads the figures of every charity and currency that has any, or of one charity, from the entries copied so far, in a fixed
 * order. The payable amount is the daily balances less payouts, young and disputed entries: adding up the entries of a year would
 * be slow.
 */
export async function readFigures(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  db: Queryable,
  charityId?: number,
): Promise<PayeeFigures[]> {
  const now = clock.now();
  const before = payableBefore(utcDay(now), now, config.payoutHoldDays).toISOString();
  const day = await firstDayOfEntries(db);
  const figures = new Map<string, Payee & Record<Figure, number>>();
  const add = (row: { charity_id: number; currency: Payee['currency'] }, added: Partial<Record<Figure, number>>) => {
    const { charity_id: payeeId, currency } = row;
    const known = figures.get(`${payeeId} ${currency}`) ?? { charityId: payeeId, currency, ...noFigures };
    for (const figure of figureNames) known[figure] += added[figure] ?? 0;
    figures.set(`${payeeId} ${currency}`, known);
  };
  for (const row of await sumBalances(db, { until: day }, charityId)) add(row, { payable: row.minor });
  const recent = await sumEntries(db, day, charityId);
  for (const row of recent) add(row, { payable: row.minor });
  const payouts = await sumPayouts(db, { from: firstFullDay(before), until: day }, charityId);
  for (const row of payouts) {
    const payable = row.deducted - row.amount;
    add(row, row.status === 'paid' ? { payable, paid: row.amount } : { payable, inBatches: row.amount });
  }
  for (const row of await findDisputed(db, before)) {
    if (charityId !== undefined && row.charity_id !== charityId) continue;
    const disputed = row.received - row.refunded;
    add(row, { payable: -disputed, disputed });
  }
  const deducted = payouts.map((row) => ({ ...row, minor: row.deductedSince }));
  const payees = [...figures.values()];
  for (const row of await sumYoung(db, payees, { before, day, charityId, recent, deducted }))
    add(row, { payable: -row.minor, young: row.minor });
  return [...figures.values()].map(toFigures).toSorted(byCharity);
}

const figureNames = ['payable', 'young', 'disputed', 'inBatches', 'paid'] as const;

type Figure = (typeof figureNames)[number];

const noFigures: Record<Figure, number> = { payable: 0, young: 0, disputed: 0, inBatches: 0, paid: 0 };

/**
 * Sums the payouts, except those that the bank returned, and what the daily balances have deducted for payouts: on all days
 * before `until`, and on the days from `from` up to `until`.
 */
const sumPayouts = (
  db: Queryable,
  { from, until }: { readonly from: UtcDay; readonly until: UtcDay },
  charityId: number | undefined,
) =>
  db
    .selectFrom('payouts')
    .innerJoin('payout_batches as batch', 'batch.id', 'payouts.batch_id')
    .leftJoin('payout_returns as returned', 'returned.payout_id', 'payouts.id')
    .leftJoin('ledger_transactions as payment', (join) =>
      join.on(sql<boolean>`payment.cause = 'payout:' || payouts.id`).on('payment.posted_at', '<', until),
    )
    .leftJoin('ledger_transactions as payback', (join) =>
      join.on(sql<boolean>`payback.cause = 'payout_return:' || payouts.id`).on('payback.posted_at', '<', until),
    )
    .select(['payouts.charity_id', 'payouts.currency', 'batch.status'])
    .select(sumWhen(sql`returned.payout_id is null`).as('amount'))
    .select(sumWhen(sql`payment.id is not null and payback.id is null`).as('deducted'))
    .select(
      sql<number>`${sumWhen(sql`payment.posted_at >= ${from}`)} - ${sumWhen(sql`payback.posted_at >= ${from}`)}`.as(
        'deductedSince',
      ),
    )
    .where('batch.status', '<>', 'canceled')
    .$if(charityId !== undefined, (query) => query.where('payouts.charity_id', '=', charityId ?? 0))
    .groupBy(['payouts.charity_id', 'payouts.currency', 'batch.status'])
    .execute();

const sumWhen = (condition: RawBuilder<unknown>) =>
  sql<number>`cast(sum(case when ${condition} then received_minor - refunded_minor else 0 end) as bigint)`;

function toFigures({ charityId, currency, ...minor }: Payee & Record<Figure, number>): PayeeFigures {
  const owed = minor.payable + minor.young + minor.disputed + minor.inBatches;
  return {
    charityId,
    currency,
    owed: money(owed, currency),
    payable: money(minor.payable, currency),
    young: money(minor.young, currency),
    disputed: money(minor.disputed, currency),
    inBatches: money(minor.inBatches, currency),
    paid: money(minor.paid, currency),
  };
}

const byCharity = (one: Payee, other: Payee): number =>
  one.charityId - other.charityId || one.currency.localeCompare(other.currency);
