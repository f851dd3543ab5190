import * as z from 'zod/mini';
import { planResponse } from '#contract/plan.ts';
import { listedDonation } from '../donations/search.ts';
import { cursor, listedDonor } from './search.ts';

/** `GET /api/admin/donors/{id}/donations`. */
export const donorDonationsQuery = z.object({ cursor });

/** The sum of a donor's donations in one currency. */
export const donorSum = z.object({
  currency: z.string(),
  donations: z.int(),
  /** The amount charged, fee included. */
  charged: z.number(),
  /** The part of `charged` that refunds and disputes took back. */
  returned: z.number(),
});

export type DonorSum = z.infer<typeof donorSum>;

const newsletterConsent = z.object({
  status: z.enum(['waiting', 'confirmed', 'unsubscribed']),
  requestedAt: z.string(),
  confirmedAt: z.nullable(z.string()),
  unsubscribedAt: z.nullable(z.string()),
});

const donorMessage = z.object({
  id: z.string(),
  /** May be empty. */
  subject: z.string(),
  sentAt: z.string(),
  state: z.enum(['new', 'read', 'answered']),
});

const donorNote = z.object({
  id: z.string(),
  donationId: z.string(),
  note: z.string(),
  author: z.nullable(z.string()),
  at: z.string(),
});

/** `GET /api/admin/donors/{id}`: what the team sees about a donor, without the donations. */
export const donorDetail = z.object({
  ...listedDonor.shape,
  /** Null for a guest. */
  account: z.nullable(
    z.object({
      username: z.string(),
      country: z.string(),
      timeZone: z.string(),
      hasSecondFactor: z.boolean(),
      /** The years in which the donor donated, by the donor's days, newest first. */
      years: z.array(z.int()),
    }),
  ),
  /** The sums by currency, without a guest's donations that an account has claimed. */
  sums: z.array(donorSum),
  plans: z.array(planResponse),
  /** The newest messages that were sent with this address; null for readers who may not see messages. */
  messages: z.nullable(z.array(donorMessage)),
  /** The newsletter subscription of the address; null if there is none. */
  newsletter: z.nullable(newsletterConsent),
  /** The newest notes of the team about the donor's donations. */
  notes: z.array(donorNote),
  /** The donor ID of the guest with the account's address, or of the account with the guest's address; null if there is none. */
  sameAddressId: z.nullable(z.string()),
});

export type DonorDetail = z.infer<typeof donorDetail>;

/** Newest first, at most 50: donations, and payments that have not become one. */
export const donorDonationsResponse = z.array(listedDonation);
