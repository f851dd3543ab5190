import type { Database } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { insertPlan } from '#server/payments/index.ts';
import { writeSignedIn, donorId } from './donor.ts';
import { pendingIntentRow } from './pending-intents.ts';

/** Names of the one plan whose bills are booked. */
export const benchPlan = { id: `pln_${'0'.repeat(26)}`, subscriptionId: 'sub_bench' } as const;

/** Writes a donor with a monthly gift that has begun, as far as a bill of a later month asks for it. */
export async function writeMonthlyPlan(db: Database): Promise<void> {
  const now = new Date();
  await writeSignedIn(db, now);
  const intent = { ...pendingIntentRow('monthly', now), donor_id: donorId, is_recurring: 1, plan_id: benchPlan.id };
  await inTransaction(db, async (tx) => {
    await tx.insertInto('donation_intents').values(intent).execute();
    await insertPlan(tx, intent, benchPlan.id);
    const stands = { subscription_id: benchPlan.subscriptionId, status: 'active' as const };
    await tx.updateTable('plans').set(stands).where('id', '=', benchPlan.id).execute();
  });
}
