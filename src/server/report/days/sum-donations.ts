import { sql } from 'kysely';
import { addDays, startOfDay } from '#domain/ledger/ledger-days.ts';
import { utcDay } from '#domain/ledger/utc-day.ts';
import type { Queryable } from '#server/db/database.ts';
import type { DonationSums } from '#server/db/tables.ts';
import { readDonationChanges, sumColumns, type DonationChange } from './donation-changes.ts';
import { firstUnwrittenDay } from './write-donation-days.ts';

/**
 * Adds up all donations and reversals until now: the written days, and what the ledger has posted since. Returns undefined while
 * too many days are unwritten to read them in one call.
 */
export async function sumAllDonations(db: Queryable, now: Date, max?: number): Promise<DonationSums | undefined> {
  const from = await firstUnwrittenDay(db); // read first, so that a day written after this line is not counted twice
  if (!(await areEnoughDaysWritten(db, { from, now, max }))) return undefined;
  const written = await db
    .selectFrom('daily_donations')
    .select(sumColumns.map((column) => sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`.as(column)))
    .where('day', '<', from.slice(0, 10))
    .executeTakeFirstOrThrow();
  return addUp([written, ...(await readDonationChanges(db, from, endOfTime))]);
}

/**
 * Adds up all donations and reversals until now by the month of settlement, charity and currency of the charge. The same month,
 * charity and currency can have two rows: one from the written days and one from the ledger.
 */
export async function sumDonationsByMonth(
  db: Queryable,
  now: Date,
  max?: number,
): Promise<DonationChange[] | undefined> {
  const from = await firstUnwrittenDay(db);
  if (!(await areEnoughDaysWritten(db, { from, now, max }))) return undefined;
  const written = await db
    .selectFrom('daily_donations')
    .select(['given_month', 'charity_id', 'currency'])
    .select(sumColumns.map((column) => sql<number>`cast(sum(${sql.ref(column)}) as bigint)`.as(column)))
    .where('day', '<', from.slice(0, 10))
    .groupBy(['given_month', 'charity_id', 'currency'])
    .orderBy('given_month')
    .execute();
  return [...written, ...(await readDonationChanges(db, from, endOfTime))];
}

const endOfTime = '9999-12-31T00:00:00.000Z';

/** The most donations and reversals of earlier days that one call reads from the ledger; 200,000 took SQLite 1.5 seconds. */
const unwrittenMax = 10_000;

/**
 * Returns true if enough days are written that the others can be read from the ledger in one call. Returns false for the first
 * minutes after an upgrade from a release that wrote no days, and while the days are written again. Today and yesterday never
 * count, because they may be unfinished.
 */
async function areEnoughDaysWritten(
  db: Queryable,
  { from, now, max = unwrittenMax }: { readonly from: string; readonly now: Date; readonly max?: number | undefined },
): Promise<boolean> {
  const beyond = await db
    .selectFrom('ledger_transactions')
    .select('id')
    .where('posted_at', '>=', from)
    .where('posted_at', '<', startOfDay(addDays(utcDay(now), -1)).toISOString())
    .where(sql<boolean>`(cause like 'settlement:%' or cause like 'refund:%' or cause like 'dispute:%')`)
    .orderBy('posted_at')
    .limit(1)
    .offset(max)
    .executeTakeFirst();
  return beyond === undefined;
}

const addUp = (all: readonly DonationSums[]): DonationSums =>
  all.reduce((total, one) => {
    const sums = { ...total };
    for (const column of sumColumns) sums[column] += one[column];
    return sums;
  }, noDonations);

const noDonations: DonationSums = {
  donations: 0,
  donations_reversed: 0,
  meals: 0,
  meals_reversed: 0,
  amount_minor: 0,
  amount_reversed_minor: 0,
  charge_minor: 0,
  charge_reversed_minor: 0,
  service_fees_minor: 0,
  service_fees_reversed_minor: 0,
};
