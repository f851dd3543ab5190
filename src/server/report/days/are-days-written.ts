import { sql } from 'kysely';
import { addDays, startOfDay } from '#domain/ledger/ledger-days.ts';
import { utcDay } from '#domain/ledger/utc-day.ts';
import type { Queryable } from '#server/db/database.ts';

/** The most donations and reversals of earlier days that one call reads from the ledger; 200,000 took SQLite 1.5 seconds. */
const unwrittenMax = 10_000;

/**
 * Returns true if enough days are written that the others can be read from the ledger in one call. Returns false for the first
 * minutes after an upgrade from a release that wrote no days, and while the days are written again. Today and yesterday never
 * count, because they may be unfinished.
 */
export async function areDaysWritten(
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
