import { inTransaction, TransactionConflict } from '#server/db/in-transaction.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { findIntentByKey, insertIntent, releaseKey } from './queries.ts';

/**
 * The new intent, or the one that this key made before: the unique key decides which of two clicks at once writes it. A key
 * whose checkout can no longer be paid is free again, so that somebody who comes back an hour later can still give.
 */
export async function keepIntent(deps: Deps, fresh: DonationIntentRow): Promise<DonationIntentRow> {
  if (await insertIntent(deps.db.write, fresh)) return fresh; // one statement needs no transaction around it
  return inTransaction(deps.db, async (tx) => {
    if (await insertIntent(tx, fresh)) return fresh;
    const earlier = await findIntentByKey(tx, fresh.idempotency_key ?? '');
    if (!earlier) throw new TransactionConflict();
    if (!isOver(earlier, fresh.created_at)) return earlier;
    await releaseKey(tx, earlier.id);
    if (!(await insertIntent(tx, fresh))) throw new TransactionConflict();
    return fresh;
  });
}

/** Whether the money of an intent has arrived or is on its way. */
export const isPaid = ({ status }: DonationIntentRow): boolean => status === 'settled' || status === 'processing';

const isOver = (intent: DonationIntentRow, now: string): boolean =>
  !isPaid(intent) && (intent.status !== 'pending' || intent.expires_at <= now);
