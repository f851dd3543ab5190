import { forgetAnonymousDonations, readAnonymousDonations } from '#web/anonymous-donations/index.ts';
import { claimDonation } from './claim-donation.ts';

/**
 * Claims every gift that this browser remembers for a user who has just signed in, one call for each (spec 4, Anonymous
 * donations). Claimed gifts leave the store, and those that never can be; a failure keeps its gift for the next time.
 * Answers how many were claimed.
 */
export async function claimStoredDonations(userId: string): Promise<number> {
  const claims = await Promise.all(
    readAnonymousDonations().map(async ({ id }) => ({ id, outcome: await claimDonation(id, userId) })),
  );
  const done = claims.filter(({ outcome }) => outcome !== 'failed').map(({ id }) => id);
  forgetAnonymousDonations(new Set(done));
  return claims.filter(({ outcome }) => outcome === 'claimed').length;
}
