import type { Database } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { insertPlan } from '#server/payments/index.ts';
import { writeSignedInDonor, donorId } from './donor.ts';
import { pendingIntentRow } from './pending-intents.ts';

/** The plan whose invoices are settled. */
export const benchPlan = { id: `pln_${'0'.repeat(26)}`, subscriptionId: 'sub_bench' } as const;

/** Writes a donor with an active plan, as settling a later month's invoice requires. */
export async function writeMonthlyPlan(db: Database): Promise<void> {
  const now = new Date();
  await writeSignedInDonor(db, now);
  const intent = { ...pendingIntentRow('monthly', now), donor_id: donorId, is_recurring: 1, plan_id: benchPlan.id };
  await inTransaction(db, async (tx) => {
    await tx.insertInto('donation_intents').values(intent).execute();
    await insertPlan(tx, intent, benchPlan.id);
    const started = { subscription_id: benchPlan.subscriptionId, status: 'active' as const };
    await tx.updateTable('plans').set(started).where('id', '=', benchPlan.id).execute();
  });
}
