import { donorEndpoints } from '#contract/donor-endpoints.ts';
import { ApiError, callEndpoint } from '#web/api.ts';

/** What came of a claim: `refused` can never succeed (rulings, Donations); a `failed` one may, another time. */
export type ClaimOutcome = 'claimed' | 'refused' | 'failed';

/** Longest wait for a claim: signing in waits for it. */
const claimTimeoutMs = 8_000;

/** Asks for a donation to become this user's own. A failure is only logged (spec 8, Claim failure). */
export async function claimDonation(id: string, userId: string): Promise<ClaimOutcome> {
  try {
    await callEndpoint(donorEndpoints.claimDonation, {
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
