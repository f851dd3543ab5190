import * as z from 'zod/mini';
import { payoutProofStates } from '#domain/journey/explain-journey.ts';
import { stationNames } from '#domain/journey/journey.ts';

/** `GET /api/donations/{id}/journey`: the progress of a donation, for anyone who may see its receipt. */
export const journeyResponse = z.object({
  /** True if the charity has confirmed the transfer, and something is left of the donation. */
  hasArrived: z.boolean(),
  /** All six, in order. */
  stations: z.array(
    z.object({
      name: z.enum(stationNames),
      /** `current`: the first that is neither done nor stopped. `stopped`: the whole donation was taken back before it. */
      state: z.enum(['done', 'current', 'upcoming', 'stopped']),
      /** An instant, or a day if only the day is known; null unless the station is done. */
      at: z.nullable(z.string()),
      explanation: z.string(),
      proof: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
  /** Refunds, disputes and payouts that the bank returned, oldest first. */
  happenings: z.array(z.object({ at: z.string(), text: z.string() })),
  /** `none`: no payout of the donation is in the public log yet. `withheld`: the payout covers too few donations for a proof. */
  payoutProof: z.enum(payoutProofStates),
});

export type JourneyResponse = z.infer<typeof journeyResponse>;

export const noPayoutProof = 'There is no proof that a payout names this donation.';
