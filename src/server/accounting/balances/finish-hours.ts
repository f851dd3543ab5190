import { sql } from 'kysely';
import { firstOpenDay, firstOpenHour, startOfDay } from '#domain/ledger/ledger-days.ts';
import type { Database, Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { LedgerProgressRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';

/** Finishes the hours and days that ended at least an hour ago. From then on, nothing is posted to them (`postEntries`). */
export async function finishHours({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const day = startOfDay(firstOpenDay(now)).toISOString();
  const hour = firstOpenHour(now).toISOString();
  if ((await readProgress(db.read)).hours_finished_before >= hour) return;
  await inTransaction(db, async (tx) => {
    await waitForPostings(db, tx);
    await tx
      .insertInto('ledger_progress')
      .values({ ...noProgress, number: 1, finished_before: day, hours_finished_before: hour })
      .onConflict((conflict) =>
        conflict.column('number').doUpdateSet({
          finished_before: later('finished_before', day),
          hours_finished_before: later('hours_finished_before', hour),
        }),
      )
      .execute();
  });
}

/** Returns the stored instant or `other`, whichever is later. */
const later = (column: 'finished_before' | 'hours_finished_before', other: string) => {
  const stored = sql.ref(`ledger_progress.${column}`);
  return sql<string>`case when ${stored} > ${other} then ${stored} else ${other} end`;
};

/** Reads how far days and hours are finished, days are written, and the ledger is verified; empty texts before the first time. */
export const readProgress = async (db: Queryable): Promise<Omit<LedgerProgressRow, 'number'>> =>
  (await db.selectFrom('ledger_progress').selectAll().executeTakeFirst()) ?? noProgress;

const noProgress = {
  finished_before: '',
  hours_finished_before: '',
  written_before: '',
  verified_before: '',
  verified_at: '',
};

/**
 * Waits until every transaction that has posted is committed, and keeps others from posting until this one is committed. The
 * others then see the hours that this transaction finished. SQLite has one writer at a time anyway.
 */
async function waitForPostings({ engine }: Pick<Database, 'engine'>, tx: Tx): Promise<void> {
  if (engine === 'sqlite') return;
  await sql`set local lock_timeout = '1s'`.execute(tx); // while this waits, payments wait too
  await sql`lock table ledger_transactions in share row exclusive mode`.execute(tx);
}
