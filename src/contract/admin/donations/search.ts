import * as z from 'zod/mini';
import { isDay } from '#domain/donation/donation-search.ts';

export const donationSearchSentences = {
  searchLong: 'A search can have at most 200 characters.',
  dayInvalid: 'Please enter a day as YYYY-MM-DD.',
  charityInvalid: 'There is no such charity.',
  filterInvalid: 'There is no such filter.',
  cursorInvalid: 'This page of donations does not exist.',
} as const;

const { searchLong, dayInvalid, charityInvalid, filterInvalid, cursorInvalid } = donationSearchSentences;

/** The states of a donation: paid, taken back, or not paid. */
export const donationStates = [
  'paid',
  'partly_refunded',
  'refunded',
  'disputed',
  'pending',
  'processing',
  'failed',
  'expired',
] as const;

const donationState = z.enum(donationStates, { error: filterInvalid });

export type DonationState = z.infer<typeof donationState>;

const provider = z.enum(['stripe', 'paypal'], { error: filterInvalid });

const kind = z.enum(['one_time', 'monthly'], { error: filterInvalid });

const day = z.string({ error: dayInvalid }).check(z.refine(isDay, { error: dayInvalid }));

const filters = {
  /** An email address, a name or its beginning, our id or the provider's, a card's last four digits, an amount, or a day. */
  search: z.optional(z.string().check(z.maxLength(200, { error: searchLong }))),
  /** The state to list. Without a state, and without a search or with a day as the search, only donations are listed. */
  state: z.optional(donationState),
  charity: z.optional(z.string({ error: charityInvalid }).check(z.regex(/^\d{1,9}$/, { error: charityInvalid }))),
  provider: z.optional(provider),
  kind: z.optional(kind),
  /** The first and the last day, in UTC. */
  from: z.optional(day),
  to: z.optional(day),
};

/** `GET /api/admin/donations.csv`: all donations that match the filters. */
export const donationsExportQuery = z.object(filters);

export type DonationFilters = z.infer<typeof donationsExportQuery>;

/** `GET /api/admin/donations`. */
export const donationsQuery = z.object({ ...filters, cursor: z.optional(z.string({ error: cursorInvalid })) });

/** A donation, or a payment that has not become one, as the team sees it in a list. */
export const listedDonation = z.object({
  id: z.string(),
  state: donationState,
  /** The time of the payment; before the payment, the time at which the checkout was opened. */
  at: z.string(),
  /** The amount that was or will be charged, fee included, in decimals of the currency. */
  charged: z.number(),
  /** The part of `charged` that refunds and disputes took back. */
  reversed: z.number(),
  currency: z.string(),
  charityId: z.int(),
  charityName: z.string(),
  label: z.string(),
  kind,
  provider,
  /** The id of the owner's account; null for a guest's donation. */
  donorId: z.nullable(z.string()),
  /** The owner's full name, or the username; null for a guest and for a deleted account. */
  donorName: z.nullable(z.string()),
  /** The owner's address, or the one that a guest typed; null when neither is known. */
  email: z.nullable(z.string()),
});

export type ListedDonation = z.infer<typeof listedDonation>;

/** Newest first, at most 50; `?cursor=` continues after the last one. */
export const listedDonationsResponse = z.object({
  donations: z.array(listedDonation),
  /**
   * A call searches a limited number of donations. If fewer than a page of them match the filters, this is the instant back to
   * which the call searched, and from which the next page continues. Null if the page is full or nothing is left.
   */
  searchedBackTo: z.nullable(z.string()),
});

export type ListedDonationsResponse = z.infer<typeof listedDonationsResponse>;
