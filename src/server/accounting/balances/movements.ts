import { setImmediate as letOthersRun } from 'node:timers/promises';
import { sql } from 'kysely';
import { startOfDay } from '#domain/ledger/ledger-days.ts';
import type { UtcDay } from '#domain/payout/payable-before.ts';
import type { Queryable } from '#server/db/database.ts';
import type { DailyBalanceRow } from '#server/db/tables.ts';

/** For queries over `ledger_entries`. */
export const debitMinor = sql<number>`cast(sum(case when amount_minor > 0 then amount_minor else 0 end) as bigint)`;
export const creditMinor = sql<number>`cast(sum(case when amount_minor < 0 then -amount_minor else 0 end) as bigint)`;

/** What a day posted to each account. Reads an hour at a time, so that requests are served in between. */
export async function movementsOf(db: Queryable, day: UtcDay): Promise<DailyBalanceRow[]> {
  const sums = new Map<string, DailyBalanceRow>();
  for (let hour = 0; hour < 24; hour += 1) {
    const from = new Date(startOfDay(day).getTime() + hour * hourMs);
    for (const row of await movementsBetween(db, from, new Date(from.getTime() + hourMs))) {
      const key = `${row.account} ${row.currency}`;
      const { debit_minor: debit = 0, credit_minor: credit = 0 } = sums.get(key) ?? {};
      sums.set(key, { ...row, day, debit_minor: debit + row.debit_minor, credit_minor: credit + row.credit_minor });
    }
    await letOthersRun();
  }
  return [...sums.values()];
}

const movementsBetween = (db: Queryable, from: Date, until: Date) =>
  db
    .selectFrom('ledger_transactions as posted')
    .innerJoin('ledger_entries as entry', 'entry.transaction_id', 'posted.id')
    .select(['entry.account', 'entry.currency', debitMinor.as('debit_minor'), creditMinor.as('credit_minor')])
    .where('posted.posted_at', '>=', from.toISOString())
    .where('posted.posted_at', '<', until.toISOString())
    .groupBy(['entry.account', 'entry.currency'])
    .execute();

/** The first day from an instant on, and before another, to which anything was posted. */
export async function firstDayBetween(db: Queryable, from: string, until: string): Promise<UtcDay | undefined> {
  const first = await db
    .selectFrom('ledger_transactions')
    .select('posted_at')
    .where('posted_at', '>=', from)
    .where('posted_at', '<', until)
    .orderBy('posted_at')
    .limit(1)
    .executeTakeFirst();
  return first?.posted_at.slice(0, 10);
}

const hourMs = 60 * 60 * 1000;
