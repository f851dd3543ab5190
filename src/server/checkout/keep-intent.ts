import { holdAccount } from '#server/auth/index.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction, TransactionConflict } from '#server/db/in-transaction.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { insertPlan } from '#server/payments/index.ts';
import { findIntentByKey, insertIntent, releaseKey } from './queries.ts';

/**
 * The new intent, or the one that this key made before: the unique key decides which of two clicks at once writes it. A key
 * whose checkout can no longer be paid is free again, so that somebody who comes back an hour later can still give; and so is
 * one of somebody else, since the page keeps its key while its visitor signs in or out.
 * Undefined when the donor's account was deleted since the request came in.
 */
export async function keepIntent(deps: Deps, fresh: DonationIntentRow): Promise<DonationIntentRow | undefined> {
  const { donor_id: donorId } = fresh;
  if (donorId === null && (await insertIntent(deps.db.write, fresh))) return fresh; // one statement needs no transaction around it
  return inTransaction(deps.db, async (tx) => {
    if (donorId !== null && !(await holdAccount(tx, donorId))) return undefined;
    if (await insertWithPlan(tx, fresh)) return fresh;
    const earlier = await findIntentByKey(tx, fresh.idempotency_key ?? '');
    if (!earlier) throw new TransactionConflict();
    if (!isOver(earlier, fresh.created_at) && isSamePerson(earlier, fresh)) return earlier;
    await releaseKey(tx, earlier.id);
    if (!(await insertWithPlan(tx, fresh))) throw new TransactionConflict();
    return fresh;
  });
}

/** A monthly gift's first payment and its plan are written together. */
async function insertWithPlan(tx: Tx, intent: DonationIntentRow): Promise<boolean> {
  if (!(await insertIntent(tx, intent))) return false;
  if (intent.plan_id !== null) await insertPlan(tx, intent, intent.plan_id);
  return true;
}

/** Whether the money of an intent has arrived or is on its way. */
export const isPaid = ({ status }: DonationIntentRow): boolean => status === 'settled' || status === 'processing';

const isOver = (intent: DonationIntentRow, now: string): boolean =>
  !isPaid(intent) && (intent.status !== 'pending' || intent.expires_at <= now);

/** Whose donation it is follows from the session at checkout. What a visitor paid is not charged again after signing in. */
const isSamePerson = (earlier: DonationIntentRow, fresh: DonationIntentRow): boolean =>
  earlier.donor_id === fresh.donor_id || (earlier.donor_id === null && isPaid(earlier));
