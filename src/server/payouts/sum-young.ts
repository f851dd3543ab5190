import { sql, type RawBuilder } from 'kysely';
import { addDays } from '#domain/ledger/ledger-days.ts';
import type { UtcDay } from '#domain/ledger/utc-day.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Payee } from './payable.ts';
import { sumBalances, type EntrySum } from './sum-entries.ts';

/** Finds the first day that begins at an instant or after it. */
export function firstFullDay(instant: string): UtcDay {
  const day = instant.slice(0, 10);
  return instant === `${day}T00:00:00.000Z` ? day : addDays(day, 1);
}

/** The range of the young entries, and the sums that were already read for the other figures. */
export interface YoungRange {
  /** Entries that were settled from this instant on are young. */
  readonly before: string;
  /** The first day that is not read from the daily balances. */
  readonly day: UtcDay;
  readonly charityId: number | undefined;
  /** The sums of the entries that were posted from `day` on. */
  readonly recent: readonly EntrySum[];
  /** The payouts that the daily balances deduct on the full young days before `day`. */
  readonly deducted: readonly EntrySum[];
}

/**
 * Finds sums and deductions that together give the total of the young entries that no payout covers. A year with a million
 * donations has 40,000 young entries, so for full days only the daily balances, the reversals and the covered entries are read.
 * The result is exact because a donation is posted when it is settled.
 */
export async function sumYoung(
  db: Queryable,
  payees: readonly Payee[],
  { before, day, charityId, recent, deducted }: YoungRange,
): Promise<EntrySum[]> {
  const fullDay = firstFullDay(before);
  if (fullDay >= day) return sumUncovered(db, payees, { from: before });
  return [
    ...(await sumUncovered(db, payees, { from: before, until: fullDay })),
    ...(await sumBalances(db, { from: fullDay, until: day }, charityId)),
    ...deducted,
    ...recent,
    ...negated(await sumSince(db, sql`is_reversal = 1`, 'posted_at', fullDay, charityId)),
    ...(await sumSince(db, sql`is_reversal = 1`, 'settled_at', fullDay, charityId)),
    ...negated(await sumSince(db, sql`payout_id is not null`, 'settled_at', fullDay, charityId)),
  ];
}

const negated = (sums: readonly EntrySum[]): EntrySum[] => sums.map((sum) => ({ ...sum, minor: -sum.minor }));

/** Adds up the entries that no payout covers, one by one. Reads only an index of such entries. */
async function sumUncovered(
  db: Queryable,
  payees: readonly Payee[],
  { from, until }: { readonly from: string; readonly until?: string },
): Promise<EntrySum[]> {
  const sums: EntrySum[] = [];
  for (const { charityId, currency } of payees) {
    const { minor } = await db
      .selectFrom('payable_entries')
      .select(sql<number>`cast(coalesce(sum(amount_minor), 0) as bigint)`.as('minor'))
      .where('charity_id', '=', charityId)
      .where('currency', '=', currency)
      .where('payout_id', 'is', null)
      .where('settled_at', '>=', from)
      .$if(until !== undefined, (query) => query.where('settled_at', '<', until ?? ''))
      .executeTakeFirstOrThrow();
    sums.push({ charity_id: charityId, currency, minor });
  }
  return sums;
}

/** Sums one kind of entries since a day. The condition must be that of an index that contains every column of the query. */
const sumSince = (
  db: Queryable,
  condition: RawBuilder<unknown>,
  time: 'posted_at' | 'settled_at',
  day: UtcDay,
  charityId: number | undefined,
): Promise<EntrySum[]> =>
  db
    .selectFrom('payable_entries')
    .select(['charity_id', 'currency'])
    .select(sql<number>`cast(sum(amount_minor) as bigint)`.as('minor'))
    .where(sql<boolean>`${condition}`)
    .where(time, '>=', day)
    .$if(charityId !== undefined, (query) => query.where('charity_id', '=', charityId ?? 0))
    .groupBy(['charity_id', 'currency'])
    .execute();
