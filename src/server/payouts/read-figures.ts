import { sql } from 'kysely';
import { money, type Money } from '#domain/money/money.ts';
import { utcDay } from '#domain/ledger/utc-day.ts';
import { payableBefore } from '#domain/payout/payable-before.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { entrySums, findDisputed, type Payee } from './payable.ts';

/** What one charity has in one currency. `owed` is the sum of the four figures that follow it. */
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

/** The figures of every charity and currency that has any, as far as entries are copied, in a fixed order. */
export async function readFigures(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  db: Queryable,
  charityId?: number,
): Promise<PayeeFigures[]> {
  const now = clock.now();
  const before = payableBefore(utcDay(now), now, config.payoutHoldDays).toISOString();
  const figures = new Map<string, Payee & Record<Figure, number>>();
  const add = (row: { charity_id: number; currency: Payee['currency'] }, added: Partial<Record<Figure, number>>) => {
    const { charity_id: payeeId, currency } = row;
    const known = figures.get(`${payeeId} ${currency}`) ?? { charityId: payeeId, currency, ...none };
    for (const figure of figureNames) known[figure] += added[figure] ?? 0;
    figures.set(`${payeeId} ${currency}`, known);
  };
  for (const row of await findUncovered(db, before, charityId))
    add(row, { payable: row.received - row.refunded - row.young, young: row.young });
  for (const row of await findDisputed(db, before)) {
    if (charityId !== undefined && row.charity_id !== charityId) continue;
    const disputed = row.received - row.refunded;
    add(row, { payable: -disputed, disputed });
  }
  for (const row of await sumPayouts(db, charityId))
    add(row, row.status === 'paid' ? { paid: row.amount } : { inBatches: row.amount });
  return [...figures.values()].map(toFigures).toSorted(byCharity);
}

const figureNames = ['payable', 'young', 'disputed', 'inBatches', 'paid'] as const;

type Figure = (typeof figureNames)[number];

const none: Record<Figure, number> = { payable: 0, young: 0, disputed: 0, inBatches: 0, paid: 0 };

/** Reads what was donated since the last payouts, from an index that has nothing else. */
const findUncovered = (db: Queryable, before: string, charityId: number | undefined) =>
  db
    .selectFrom('payable_entries')
    .select(['charity_id', 'currency'])
    .select(entrySums)
    .select(
      sql<number>`cast(sum(case when settled_at >= ${before} then amount_minor else 0 end) as bigint)`.as('young'),
    )
    .where('payout_id', 'is', null)
    .$if(charityId !== undefined, (query) => query.where('charity_id', '=', charityId ?? 0))
    .groupBy(['charity_id', 'currency'])
    .execute();

const sumPayouts = (db: Queryable, charityId: number | undefined) =>
  db
    .selectFrom('payouts')
    .innerJoin('payout_batches as batch', 'batch.id', 'payouts.batch_id')
    .select(['payouts.charity_id', 'payouts.currency', 'batch.status'])
    .select(sql<number>`cast(sum(received_minor - refunded_minor) as bigint)`.as('amount'))
    .leftJoin('payout_returns as returned', 'returned.payout_id', 'payouts.id')
    .where('batch.status', '<>', 'canceled')
    .where('returned.payout_id', 'is', null)
    .$if(charityId !== undefined, (query) => query.where('payouts.charity_id', '=', charityId ?? 0))
    .groupBy(['payouts.charity_id', 'payouts.currency', 'batch.status'])
    .execute();

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
