import { holdAccount } from '#server/auth/index.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { isId } from '#server/ids.ts';
import { findOwner, leaveUnowned, takeUnownedDonation } from './queries.ts';

/** Whether the donation is the donor's now. */
export type ClaimResult = { readonly code: 'claimed' } | { readonly code: 'donation_not_found' };

/**
 * Makes an unclaimed paid donation the donor's own: `claimed`, and `claimed` again for one that this donor owns already.
 * Anything else is `donation_not_found`, whether the id is unknown, not paid yet or somebody else's (rulings, Donations).
 */
export async function claimDonation(deps: Pick<Deps, 'db'>, donationId: string, donorId: string): Promise<ClaimResult> {
  if (!isId('don', donationId)) return { code: 'donation_not_found' };
  return inTransaction(deps.db, async (tx) => {
    const isTaken = await takeUnownedDonation(tx, donationId, donorId); // one conditional UPDATE: exactly one claimer wins
    if (isTaken) {
      if (await holdAccount(tx, donorId)) return { code: 'claimed' };
      await leaveUnowned(tx, donationId); // the account was deleted since the request came in
      return { code: 'donation_not_found' };
    }
    const owner = await findOwner(tx, donationId);
    return { code: owner === donorId ? 'claimed' : 'donation_not_found' };
  });
}
