import * as z from 'zod/mini';
import { reversalState } from './receipt.ts';

const decimal = z.number();

/** A donation as `GET /api/donations` answers it (spec 3, Donation): `amount` in decimal US dollars without the fee; `mealsProvided` is what remains of it. */
export const donationAnswer = z.object({
  id: z.string(),
  snackName: z.string(),
  charityName: z.string(),
  amount: decimal,
  mealsProvided: z.int(),
  donationDate: z.string(),
  recurring: z.boolean(),
  /** Present when money of it went back, or is disputed: how it stands, and how much of `amount` is gone. */
  reversal: z.optional(z.object({ state: reversalState, amount: decimal })),
});

/** A donation on the wire. */
export type DonationAnswer = z.infer<typeof donationAnswer>;

/** The donor's donations, newest first, at most 1,000; `?cursor=` goes on after the last one (design 6). */
export const donationsAnswer = z.array(donationAnswer);

/** The query of `GET /api/donations`. */
export const donationsQuery = z.object({ cursor: z.optional(z.string()) });

/** Header of `GET /api/donations` with the cursor for the donations that follow; absent when there are none. */
export const nextCursorHeader = 'x-next-cursor';

/** The sentence for a cursor that we never gave. */
export const cursorInvalid = 'There is no such page of donations.';

/** `GET /api/impact` (spec 3, Impact summary): `totalDonated` in decimal US dollars without fees. */
export const impactAnswer = z.object({
  totalDonated: decimal,
  totalMeals: z.int(),
  donationsCount: z.int(),
  charitiesSupported: z.int(),
});

/** A donor's impact on the wire. */
export type ImpactAnswer = z.infer<typeof impactAnswer>;

/** `GET /api/rewards` (spec 3): streak in days, points, identifiers of the badges earned. */
export const rewardsAnswer = z.object({ streak: z.int(), points: z.int(), badges: z.array(z.string()) });

/** A donor's rewards on the wire. */
export type RewardsAnswer = z.infer<typeof rewardsAnswer>;

/**
 * `PATCH /api/donations/{id}/claim` (spec 7); the body may be left out. The session decides who claims: any `userId` but
 * its user's is refused with 403, whatever kind of value it is.
 */
export const claimRequest = z.nullable(z.object({ userId: z.optional(z.unknown()) }));

/** A claim that stands. */
export const claimAnswer = z.object({ id: z.string() });

/** The sentence for a donation that cannot be claimed, unknown or somebody else's, in the same words (rulings). */
export const claimRefused = 'This donation cannot be claimed.';

/** The sentence for a claim in somebody else's name. */
export const claimForOther = 'You can only claim donations for yourself.';
