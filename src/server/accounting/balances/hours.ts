import { setImmediate as letOthersRun } from 'node:timers/promises';
import { sql } from 'kysely';
import { nextHour, startOfHour } from '#domain/ledger/ledger-days.ts';
import type { Database, Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { HourlyMovementRow } from '#server/db/tables.ts';
import { readProgress } from './finish-hours.ts';
import { firstPostingBetween, movementsBetween, type Movement } from './movements.ts';

/**
 * Writes what was posted in each finished hour. Call it after writing the finished days. Processes that run it at the same time
 * write the same rows.
 */
export async function writeHours(db: Database): Promise<void> {
  const { hours_finished_before: finished, written_before: written } = await readProgress(db.read);
  const from = await firstUnwrittenHour(db.read, written, finished);
  for await (const hour of hoursBetween(db.read, from, finished))
    await inTransaction(db, (tx) => insertHours(tx, hour));
}

/** Reads the rows of all finished hours in unwritten days from the ledger. */
export async function readFinishedHours(db: Queryable): Promise<HourlyMovementRow[]> {
  const { hours_finished_before: finished, written_before: written } = await readProgress(db);
  const rows: HourlyMovementRow[] = [];
  for await (const hour of hoursBetween(db, written, finished)) rows.push(...hour);
  return rows;
}

/** Reads the rows of each hour with entries from the ledger. Other requests are served after each hour. */
async function* hoursBetween(db: Queryable, from: string, until: string): AsyncGenerator<HourlyMovementRow[]> {
  for (let next = from; ;) {
    const first = await firstPostingBetween(db, next, until);
    if (first === undefined) return;
    const hour = startOfHour(new Date(first));
    const end = nextHour(hour);
    const movements = await movementsBetween(db, hour, end);
    yield movements.map(({ count, ...movement }) => ({ ...movement, hour: hour.toISOString(), entries: count }));
    next = end.toISOString();
    await letOthersRun();
  }
}

export async function insertHours(tx: Tx, rows: readonly HourlyMovementRow[]): Promise<void> {
  await tx
    .insertInto('hourly_movements')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Returns the end of the last written hour between two instants, or `from` if there is none. All that was posted between `from`
 * and the returned instant is in `hourly_movements`.
 */
export async function firstUnwrittenHour(db: Queryable, from: string, until: string): Promise<string> {
  const { last } = await db
    .selectFrom('hourly_movements')
    .select((e) => e.fn.max<string | null>('hour').as('last'))
    .where('hour', '>=', from)
    .where('hour', '<', until)
    .executeTakeFirstOrThrow();
  return last === null ? from : nextHour(new Date(last)).toISOString();
}

/** Reads what was posted from the start of a day up to `until`, from the hours written for it and the entries after them. */
export async function readMovements(db: Queryable, from: Date, until: Date): Promise<Movement[]> {
  const written = await firstUnwrittenHour(db, from.toISOString(), until.toISOString());
  const { rows } = await sql<Movement>`
    select account, currency, kind, cast(sum(entries) as bigint) as count,
      cast(sum(debit_minor) as bigint) as debit_minor, cast(sum(credit_minor) as bigint) as credit_minor
    from hourly_movements where hour >= ${from.toISOString()} and hour < ${written}
    group by account, currency, kind`.execute(db);
  return [...rows, ...(await movementsBetween(db, new Date(written), until))];
}
