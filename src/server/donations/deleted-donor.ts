import type { Tx } from '#server/db/database.ts';
import { erasePayerEmailsOf } from './payer-emails.ts';

/**
 * The owner of all donations whose donors deleted their accounts. They share one id, so that nothing shows which donations came
 * from the same person. An owned donation cannot be claimed, and no account has this id, so no one can read the receipts.
 */
export const deletedDonorId = 'usr_removed';

/**
 * Detaches a donor from all donations, in the transaction that locks and deletes the account. Intents are changed first: a
 * settlement in progress has either written its donation by then, or sees the new version of the intent and starts again. An
 * open payment settles later for the deleted donor, and no receipt is sent. Addresses typed for claimed donations are erased.
 */
export async function detachDonor(tx: Tx, donorId: string): Promise<void> {
  await tx
    .updateTable('donation_intents')
    .set((e) => ({ donor_id: deletedDonorId, version: e('version', '+', 1) }))
    .where('donor_id', '=', donorId)
    .execute();
  await erasePayerEmailsOf(tx, donorId);
  await tx.updateTable('donations').set({ donor_id: deletedDonorId }).where('donor_id', '=', donorId).execute();
}
