import { lockAccount } from '#server/auth/index.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import type { DonationClaimRow, DonationRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { isId } from '#server/ids.ts';
import { findDonorDay, type DonorDay } from './donor-day.ts';

export type ClaimResult = { readonly code: 'claimed' } | { readonly code: 'donation_not_found' };

/**
 * Attaches an anonymous donation to a donor's account. Returns `claimed` even if the donor already owns it. Returns
 * `donation_not_found` if the donation is unknown, unpaid, or someone else's (spec-readings, Donations).
 */
export async function claimDonation(
  deps: Pick<Deps, 'db' | 'clock'>,
  donationId: string,
  donorId: string,
): Promise<ClaimResult> {
  if (!isId('don', donationId)) return { code: 'donation_not_found' };
  return inTransaction(deps.db, async (tx) => {
    const [taken] = await takeDonationRow(tx, { donationId, donorId }); // one conditional UPDATE: exactly one claimer wins
    if (taken) {
      const hasAccount = await lockAccount(tx, donorId); // the account may have been deleted since this request was authenticated
      await updateDonation(tx, donationId, hasAccount ? await donorDayOf(tx, taken, donorId) : { donor_id: null });
      if (hasAccount) await recordClaim(tx, { donation_id: donationId, claimed_at: deps.clock.now().toISOString() });
      return { code: hasAccount ? 'claimed' : 'donation_not_found' };
    }
    const owner = await findOwner(tx, donationId);
    return { code: owner === donorId ? 'claimed' : 'donation_not_found' };
  });
}

/** Stores when a donation was claimed, unless an earlier claim of it is stored. */
export const recordClaim = (tx: Tx, claim: DonationClaimRow) =>
  tx
    .insertInto('donation_claims')
    .values(claim)
    .onConflict((conflict) => conflict.column('donation_id').doNothing())
    .execute();

/** Gives an unclaimed donation to a donor. Returns no row if the donation has an owner or does not exist. */
const takeDonationRow = prepared((db, { donationId, donorId }: { donationId: string; donorId: string }) =>
  db
    .updateTable('donations')
    .set({ donor_id: donorId })
    .where('id', '=', donationId)
    .where('donor_id', 'is', null)
    .returning(['id', 'donated_at', 'time_zone']),
);

/** Finds the donor's day of a claimed donation. It depends on the donor's other donations. */
const donorDayOf = (
  tx: Tx,
  taken: Pick<DonationRow, 'id' | 'donated_at' | 'time_zone'>,
  donorId: string,
): Promise<DonorDay> =>
  findDonorDay(tx, donorId, { id: taken.id, donatedAt: new Date(taken.donated_at), timeZone: taken.time_zone });

async function updateDonation(tx: Tx, id: string, changes: Partial<DonationRow>): Promise<void> {
  await tx.updateTable('donations').set(changes).where('id', '=', id).execute();
}

/** Finds the owner's id; null if the donation has no owner or does not exist. */
async function findOwner(db: Queryable, donationId: string): Promise<string | null> {
  const [row] = await findOwnerRow(db, { donationId });
  return row?.donor_id ?? null;
}

const findOwnerRow = prepared((db, { donationId }: { donationId: string }) =>
  db.selectFrom('donations').select('donor_id').where('id', '=', donationId),
);
