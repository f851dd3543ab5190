import { sql } from 'kysely';
import { firstOpenDay, startOfDay } from '#domain/ledger/ledger-days.ts';
import type { Database, Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { LedgerProgressRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';

/** Finishes the days that are over. From then on, nothing is posted to them (`postEntries`). */
export async function finishDays({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = startOfDay(firstOpenDay(clock.now())).toISOString();
  const { finished_before: finishedBefore } = await readProgress(db.read);
  if (finishedBefore >= before) return;
  await inTransaction(db, async (tx) => {
    await waitForPostings(db, tx);
    await tx
      .insertInto('ledger_progress')
      .values({ number: 1, finished_before: before, written_before: '' })
      .onConflict((conflict) =>
        conflict
          .column('number')
          .doUpdateSet({ finished_before: before })
          .where('ledger_progress.finished_before', '<', before),
      )
      .execute();
  });
}

/** How far the days are finished and written; empty texts before the first. */
export const readProgress = async (db: Queryable): Promise<Omit<LedgerProgressRow, 'number'>> =>
  (await db.selectFrom('ledger_progress').select(['finished_before', 'written_before']).executeTakeFirst()) ?? {
    finished_before: '',
    written_before: '',
  };

/**
 * Waits until every transaction that has posted is committed, and lets no other post until this one is. They then see the days
 * that it finished. SQLite has one writer at a time anyway.
 */
async function waitForPostings({ engine }: Pick<Database, 'engine'>, tx: Tx): Promise<void> {
  if (engine === 'sqlite') return;
  await sql`set local lock_timeout = '1s'`.execute(tx); // donors wait as long as we do
  await sql`lock table ledger_transactions in share row exclusive mode`.execute(tx);
}
