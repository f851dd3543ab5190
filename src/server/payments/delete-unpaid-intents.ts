import { sql } from 'kysely';
import type { Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';

/**
 * Deletes intents that no one paid, 90 days after their page expired. An intent stays if a donation or another lasting row
 * refers to it, so only abandoned checkouts are deleted. A payment that arrives later is rebuilt from its record at the
 * provider.
 */
export async function deleteUnpaidIntents(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - keptMs).toISOString();
  let count = 0;
  for (const status of ['pending', 'failed', 'expired'] as const) {
    for (let batch = 0; batch < batchesMax; batch += 1) {
      const deleted = await inTransaction(deps.db, (tx) => deleteBatch(tx, { status, before }));
      count += deleted;
      if (deleted < batchSize) break;
    }
  }
  if (count > 0) deps.log.info({ count }, 'unpaid intents deleted');
  return count;
}

/** Returns true if an intent whose page expired at an instant may have been deleted. */
export const mayHaveBeenDeleted = (expiredAt: Date, now: Date): boolean =>
  expiredAt.getTime() <= now.getTime() - keptMs;

const keptMs = 90 * 24 * 60 * 60 * 1000;
const batchSize = 100; // one batch blocks other work for a few milliseconds
const batchesMax = 100; // the next round does the rest

interface Unpaid {
  readonly status: 'pending' | 'failed' | 'expired';
  readonly before: string;
}

/**
 * A payment event that arrives now either changes its intent first and so keeps it, or waits until the intent is gone. The
 * update makes the event wait: in PostgreSQL, no one can add a reference to a row in which a unique column is being changed.
 */
async function deleteBatch(tx: Tx, { status, before }: Unpaid): Promise<number> {
  const taken = await tx
    .updateTable('donation_intents')
    .set((e) => ({ provider_session_id: e.ref('id') }))
    .where('id', 'in', selectUnpaid(tx, { status, before }))
    .where('status', 'not in', ['processing', 'settled']) // with =, SQLite would read all intents with the status
    .where('provider_payment_id', 'is', null)
    .where('expires_at', '<=', before)
    .returning('id')
    .execute();
  const ids = taken.map(({ id }) => id);
  if (ids.length === 0) return 0;
  const plans = tx.selectFrom('plans').select('id').where('intent_id', 'in', ids);
  await tx.deleteFrom('plan_terms').where('plan_id', 'in', plans).execute();
  await tx.deleteFrom('plans').where('intent_id', 'in', ids).execute();
  await tx.deleteFrom('payment_events').where('intent_id', 'in', ids).execute();
  await tx.deleteFrom('rebuilt_payments').where('intent_id', 'in', ids).execute();
  await tx.deleteFrom('donation_intents').where('id', 'in', ids).execute();
  return ids.length;
}

/** The condition on `created_at` follows from the one on `expires_at`, and lets the database use its index. */
const selectUnpaid = (db: Queryable, { status, before }: Unpaid) =>
  db
    .selectFrom('donation_intents')
    .select('id')
    .where('status', '=', status)
    .where('created_at', '<=', before)
    .where('expires_at', '<=', before)
    .where('provider_payment_id', 'is', null)
    .where((e) => e.and(referringTables.map(isUnreferencedBy)))
    .where(
      sql<boolean>`not exists (select 1 from payment_events
        where payment_events.intent_id = donation_intents.id and kind in ('processing', 'settled'))`,
    )
    .where(isOneTimeOrNeverStarted)
    .orderBy('created_at')
    .limit(batchSize);

/** Tables whose rows keep an intent. Rows of other tables are deleted with the intent. */
const referringTables = ['donations', 'ledger_transactions', 'reversals', 'payer_emails', 'quarantined_events'];

const isUnreferencedBy = (table: string) =>
  sql<boolean>`not exists (select 1 from ${sql.table(table)}
    where ${sql.ref(`${table}.intent_id`)} = donation_intents.id)`;

/** A plan has a subscription after its first payment. A renewal is not its plan's first payment. */
const isOneTimeOrNeverStarted = sql<boolean>`(plan_id is null or exists (select 1 from plans
  where plans.id = donation_intents.plan_id and plans.intent_id = donation_intents.id and subscription_id is null))`;
