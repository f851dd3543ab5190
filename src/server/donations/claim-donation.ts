import { lockAccount } from '#server/auth/index.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import type { Deps } from '#server/deps.ts';
import { isId } from '#server/ids.ts';

export type ClaimResult = { readonly code: 'claimed' } | { readonly code: 'donation_not_found' };

/**
 * Attaches an anonymous donation to a donor's account. `claimed` also when the donor already owns it. An id that is
 * unknown, not paid yet, or someone else's is always `donation_not_found` (spec-readings, Donations).
 */
export async function claimDonation(deps: Pick<Deps, 'db'>, donationId: string, donorId: string): Promise<ClaimResult> {
  if (!isId('don', donationId)) return { code: 'donation_not_found' };
  return inTransaction(deps.db, async (tx) => {
    const isTaken = await takeUnownedDonation(tx, donationId, donorId); // one conditional UPDATE: exactly one claimer wins
    if (isTaken) {
      if (await lockAccount(tx, donorId)) return { code: 'claimed' };
      await releaseDonation(tx, donationId); // the account was deleted after this request was authenticated
      return { code: 'donation_not_found' };
    }
    const owner = await findOwner(tx, donationId);
    return { code: owner === donorId ? 'claimed' : 'donation_not_found' };
  });
}

/** False when the donation has an owner or does not exist. */
async function takeUnownedDonation(tx: Tx, donationId: string, donorId: string): Promise<boolean> {
  return (await takeDonationRow(tx, { donationId, donorId })).length > 0;
}

const takeDonationRow = prepared((db, { donationId, donorId }: { donationId: string; donorId: string }) =>
  db
    .updateTable('donations')
    .set({ donor_id: donorId })
    .where('id', '=', donationId)
    .where('donor_id', 'is', null)
    .returning('id'),
);

async function releaseDonation(tx: Tx, donationId: string): Promise<void> {
  await tx.updateTable('donations').set({ donor_id: null }).where('id', '=', donationId).execute();
}

/** Null when the donation has no owner or does not exist. */
async function findOwner(db: Queryable, donationId: string): Promise<string | null> {
  const [row] = await findOwnerRow(db, { donationId });
  return row?.donor_id ?? null;
}

const findOwnerRow = prepared((db, { donationId }: { donationId: string }) =>
  db.selectFrom('donations').select('donor_id').where('id', '=', donationId),
);
