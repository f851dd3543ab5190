import { donorCalls } from '#contract/calls/donor.ts';
import { forgetAnonymousDonations, readAnonymousDonations } from '#web/anonymous-donations/index.ts';
import { ApiError, callEndpoint } from '#web/api.ts';

/** Result of a claim: a `refused` one can never succeed (spec-readings, Donations), a `failed` one may on another try. */
export type ClaimOutcome = 'claimed' | 'refused' | 'failed';

/** Claims one donation for a user. A failure is only logged (spec 8, Claim failure). */
export async function claimDonation(id: string, userId: string): Promise<ClaimOutcome> {
  try {
    await callEndpoint(donorCalls.claimDonation, {
      params: { id },
      body: { userId },
      signal: AbortSignal.timeout(claimTimeoutMs),
    });
    return 'claimed';
  } catch (problem) {
    if (problem instanceof ApiError && problem.status === 404) return 'refused';
    console.error('A donation could not be claimed', problem);
    return 'failed';
  }
}

const claimTimeoutMs = 8_000; // signing in waits this long at most

/**
 * Claims every donation in this browser's store for a user who has just signed in, one call each (spec 4, Anonymous
 * donations), and returns how many were claimed. Failed claims stay in the store for the next time.
 */
export async function claimStoredDonations(userId: string): Promise<number> {
  const claims = await Promise.all(
    readAnonymousDonations().map(async ({ id }) => ({ id, outcome: await claimDonation(id, userId) })),
  );
  const finished = claims.filter(({ outcome }) => outcome !== 'failed').map(({ id }) => id);
  forgetAnonymousDonations(new Set(finished));
  return claims.filter(({ outcome }) => outcome === 'claimed').length;
}
