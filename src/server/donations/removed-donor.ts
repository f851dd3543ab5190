import type { Tx } from '#server/db/database.ts';

/**
 * Owner of the donations of deleted accounts: all of them together, so that nothing tells which belong to one person. They
 * still have an owner, so nobody can claim them or read their receipts; and no account has this id, so nobody is behind it.
 */
export const removedDonor = 'usr_removed';

/**
 * Takes the person from a donor's donations, inside the transaction that deletes the account and holds it. First the intents:
 * a settlement under way has written its donation before its intent can be written here, or sees the new version and starts
 * again. An open payment settles later for nobody known, and its receipt is mailed to nobody.
 */
export async function removeDonor(tx: Tx, donorId: string): Promise<void> {
  await tx
    .updateTable('donation_intents')
    .set((e) => ({ donor_id: removedDonor, version: e('version', '+', 1) }))
    .where('donor_id', '=', donorId)
    .execute();
  await tx.updateTable('donations').set({ donor_id: removedDonor }).where('donor_id', '=', donorId).execute();
}
