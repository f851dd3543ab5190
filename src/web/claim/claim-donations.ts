import { donorCalls } from '#contract/calls/donor.ts';
import { forgetAnonymousDonations, readAnonymousDonations } from '#web/anonymous-donations/index.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { isSessionOver } from '#web/query-client.ts';

/**
 * The result of a claim. A `refused` claim can never succeed (spec-readings, Donations), a `failed` claim may succeed on another
 * try, and a claim `without_session` may succeed after signing in again.
 */
export type ClaimOutcome = 'claimed' | 'refused' | 'failed' | 'without_session';

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
    if (isSessionOver(problem)) return 'without_session';
    console.error('A donation could not be claimed', problem);
    return 'failed';
  }
}

const claimTimeoutMs = 8_000; // the longest that signing in waits for claims

/** The result of claiming every donation in this browser's store. */
interface StoredClaims {
  readonly claimed: number;
  readonly isWithoutSession: boolean;
}

/**
 * Claims every donation in this browser's store, one call each (spec 4, Anonymous donations). Failed claims stay in the store
 * for the next time.
 */
export async function claimStoredDonations(userId: string): Promise<StoredClaims> {
  const claims = await Promise.all(
    readAnonymousDonations().map(async ({ id }) => ({ id, outcome: await claimDonation(id, userId) })),
  );
  const claimed = claims.filter(({ outcome }) => outcome === 'claimed');
  const finished = claims.filter(({ outcome }) => outcome === 'claimed' || outcome === 'refused');
  forgetAnonymousDonations(new Set(finished.map(({ id }) => id)));
  return {
    claimed: claimed.length,
    isWithoutSession: claims.some(({ outcome }) => outcome === 'without_session'),
  };
}
