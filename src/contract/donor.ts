import * as z from 'zod/mini';

const decimal = z.number();

/** A donation as `GET /api/donations` answers it (spec 3, Donation): `amount` in decimal US dollars without the fee. */
export const donationAnswer = z.object({
  id: z.string(),
  snackName: z.string(),
  charityName: z.string(),
  amount: decimal,
  mealsProvided: z.int(),
  donationDate: z.string(),
  recurring: z.boolean(),
});

/** A donation on the wire. */
export type DonationAnswer = z.infer<typeof donationAnswer>;

/** The donor's donations, newest first, at most 1,000; `?cursor=` goes on after the last one (design 6). */
export const donationsAnswer = z.array(donationAnswer);

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

/** `PATCH /api/donations/{id}/claim` (spec 7). The session decides who claims; another `userId` is refused with 403. */
export const claimRequest = z.object({ userId: z.optional(z.nullable(z.string())) });

/** A claim that stands. */
export const claimAnswer = z.object({ id: z.string() });

/** The sentence for a donation that cannot be claimed, unknown or somebody else's, in the same words (rulings). */
export const claimRefused = 'This donation cannot be claimed.';

/** The sentence for a claim in somebody else's name. */
export const claimForOther = 'You can only claim donations for yourself.';
