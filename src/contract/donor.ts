import * as z from 'zod/mini';
import { reversalState } from './receipt.ts';

const decimal = z.number();

/**
 * A donation in `GET /api/donations` (spec 3, Donation). `amount` is in decimal US dollars without the fee. `mealsProvided` is
 * what remains after reversals.
 */
export const donationResponse = z.object({
  id: z.string(),
  snackName: z.string(),
  charityName: z.string(),
  amount: decimal,
  mealsProvided: z.int(),
  /** Optional in the spec; our server always sends it. */
  donationDate: z._default(z.nullable(z.string()), null),
  recurring: z.boolean(),
  /** The donor's day, YYYY-MM-DD. Present only if the call has `detailsHeader`. */
  day: z.optional(z.string()),
  /** The amount charged, fee included. Present only if the call has `detailsHeader`. */
  charged: z.optional(z.object({ total: decimal, currency: z.string() })),
  /** Present after a refund or dispute; its `amount` is the part of the donation's `amount` that was reversed. */
  reversal: z.optional(z.object({ state: reversalState, amount: decimal })),
});

export type DonationResponse = z.infer<typeof donationResponse>;

/** The donor's donations, newest first, at most 1,000; `?cursor=` continues after the last one. */
export const donationsResponse = z.array(donationResponse);

export const cursorInvalid = 'This page of donations does not exist.';

/** `GET /api/impact` (spec 3, Impact summary): `totalDonated` in decimal US dollars without fees. */
export const impactResponse = z.object({
  totalDonated: decimal,
  totalMeals: z.int(),
  donationsCount: z.int(),
  charitiesSupported: z.int(),
});

export type ImpactResponse = z.infer<typeof impactResponse>;

/** A calendar month: YYYY-MM. */
const month = z.string().check(z.regex(/^\d{4}-\d{2}$/));

/**
 * `GET /api/impact/months`: the donor's sums for each charity and month, after refunds and disputes, oldest first.
 * Months are those of the donor's days; `currentMonth` is in the account's time zone. `amount` is in decimal US dollars
 * without fees.
 */
export const impactMonthsResponse = z.object({
  currentMonth: month,
  months: z.array(
    z.object({
      month,
      charityId: z.int(),
      charityName: z.string(),
      donationsCount: z.int(),
      amount: decimal,
      mealsProvided: z.int(),
    }),
  ),
});

export type ImpactMonthsResponse = z.infer<typeof impactMonthsResponse>;

/** `GET /api/rewards` (spec 3): the streak in days, the points, and the ids of the earned badges. */
export const rewardsResponse = z.object({
  streak: z.int(),
  points: z.int(),
  badges: z.array(z.string()),
  /** The last seven days in the account's time zone, today last; `day` is YYYY-MM-DD. Not in the spec. */
  week: z._default(z.array(z.object({ day: z.string(), hasDonation: z.boolean() })), []),
});

export type RewardsResponse = z.infer<typeof rewardsResponse>;

/**
 * `PATCH /api/donations/{id}/claim` (spec 7); the body is optional. The signed-in user claims the donation: any other `userId`,
 * of any type, is refused with 403.
 */
export const claimRequest = z.nullable(z.object({ userId: z.optional(z.unknown()) }));

export const claimResponse = z.object({ id: z.string() });

/** Used both for an unknown donation and for someone else's (spec-readings, Donations). */
export const claimRefused = 'This donation cannot be claimed.';

export const claimForOtherUser = 'You can only claim donations for yourself.';
