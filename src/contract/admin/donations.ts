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

/** Where a donation is: before it is paid, paid, or taken back. */
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
  /** An email address, a name or how it begins, an id of ours or the provider's, the last four digits, an amount, or a day. */
  search: z.optional(z.string().check(z.maxLength(200, { error: searchLong }))),
  /** Without a state and a search: what was paid. */
  state: z.optional(donationState),
  charity: z.optional(z.string({ error: charityInvalid }).check(z.regex(/^\d{1,9}$/, { error: charityInvalid }))),
  provider: z.optional(provider),
  kind: z.optional(kind),
  /** The first and the last day, in UTC. */
  from: z.optional(day),
  to: z.optional(day),
};

/** `GET /api/admin/donations.csv`: everything that the filters leave. */
export const donationsExportQuery = z.object(filters);

export type DonationFilters = z.infer<typeof donationsExportQuery>;

/** `GET /api/admin/donations`. */
export const donationsQuery = z.object({ ...filters, cursor: z.optional(z.string({ error: cursorInvalid })) });

/** A donation, or a payment that has not become one, as the team sees it in a list. */
export const listedDonation = z.object({
  id: z.string(),
  state: donationState,
  /** When it was paid; before that, when the checkout was opened. */
  at: z.string(),
  /** What was charged, or is to be, fee included, in decimals of the currency. */
  charged: z.number(),
  currency: z.string(),
  charityId: z.int(),
  charityName: z.string(),
  label: z.string(),
  kind,
  provider,
  /** The account that owns it; null for a guest's. */
  donorId: z.nullable(z.string()),
  /** The owner's full name, or the username; null for a guest and for a deleted account. */
  donorName: z.nullable(z.string()),
  /** The owner's address, or the one that a guest typed; null when neither is known. */
  email: z.nullable(z.string()),
});

export type ListedDonation = z.infer<typeof listedDonation>;

/** Newest first, at most 50; `?cursor=` continues after the last one. */
export const listedDonationsAnswer = z.object({
  donations: z.array(listedDonation),
  /**
   * A page looks through a limited number of donations. When the filters left fewer than a page of them, this is the instant
   * up to which it looked; the next page continues there. Null when the page is full, or when nothing is left.
   */
  searchedBackTo: z.nullable(z.string()),
});

export type ListedDonationsAnswer = z.infer<typeof listedDonationsAnswer>;

const timelineAmount = { amount: z.number(), currency: z.string() };

/** Something that happened to a donation or a payment. `id` is unique in its timeline. */
export const timelineEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('checkout_opened'), id: z.string(), at: z.string() }),
  /** What the provider reported about the payment. */
  z.object({
    kind: z.literal('payment'),
    id: z.string(),
    at: z.string(),
    fact: z.enum(['processing', 'settled', 'failed', 'expired']),
  }),
  z.object({ kind: z.literal('declined'), id: z.string(), at: z.string() }),
  /** A message that did not match our records. `reason` is a `QuarantineReason`. */
  z.object({
    kind: z.literal('quarantined'),
    id: z.string(),
    at: z.string(),
    reason: z.string(),
    resolvedAt: z.nullable(z.string()),
  }),
  /** A ledger transaction. */
  z.object({
    kind: z.literal('posted'),
    id: z.string(),
    at: z.string(),
    cause: z.string(),
    entries: z.array(z.object({ account: z.string(), ...timelineAmount })),
  }),
  z.object({
    kind: z.literal('email'),
    id: z.string(),
    at: z.string(),
    about: z.enum(['receipt', 'reversal']),
    state: z.enum(['waiting', 'sent', 'no_recipient', 'failed', 'held', 'discarded']),
  }),
  /** A refund that a member of the team requested; `failed`: the provider did not make it. */
  z.object({
    kind: z.literal('refund_requested'),
    id: z.string(),
    at: z.string(),
    state: z.enum(['waiting', 'done', 'failed']),
    ...timelineAmount,
  }),
  /** What the provider reported about a refund or dispute. */
  z.object({
    kind: z.literal('reversal'),
    id: z.string(),
    at: z.string(),
    reversalId: z.string(),
    of: z.enum(['refund', 'dispute']),
    fact: z.enum(['noted', 'taken', 'lost', 'returned']),
    ...timelineAmount,
  }),
  /** A batch of payouts took the donation, or what was reversed of it, which is negative; or its charity was paid. */
  z.object({
    kind: z.literal('payout'),
    id: z.string(),
    at: z.string(),
    batchId: z.string(),
    fact: z.enum(['in_batch', 'paid']),
    ...timelineAmount,
  }),
  z.object({ kind: z.literal('claimed'), id: z.string(), at: z.string() }),
  z.object({ kind: z.literal('rebuilt'), id: z.string(), at: z.string() }),
  z.object({
    kind: z.literal('note'),
    id: z.string(),
    at: z.string(),
    author: z.nullable(z.string()),
    note: z.string(),
  }),
  /** Something else that a member of the team did, in the words of the audit log. */
  z.object({
    kind: z.literal('staff_action'),
    id: z.string(),
    at: z.string(),
    actor: z.string(),
    action: z.string(),
    reason: z.nullable(z.string()),
  }),
]);

export type TimelineEntry = z.infer<typeof timelineEntry>;

/** `GET /api/admin/donations/{id}`: everything about one donation, or about a payment that has not become one. */
export const donationDetail = z.object({
  ...listedDonation.shape,
  intentId: z.string(),
  /** Of the charge. */
  serviceFee: z.number(),
  /** What is left of the charge to refund. */
  remaining: z.number(),
  /** The donation without the fee, in US dollars. */
  amount: z.number(),
  meals: z.int(),
  sessionId: z.nullable(z.string()),
  paymentId: z.nullable(z.string()),
  planId: z.nullable(z.string()),
  card: z.nullable(z.object({ brand: z.string(), lastFour: z.string() })),
  /** Who paid: a guest or a signed-in donor. The owner may be someone else, who claimed the donation. */
  paidBy: z.enum(['guest', 'donor']),
  /** The address that a guest typed; null for a donor, when none is known, and when it was erased. */
  payerEmail: z.nullable(z.string()),
  isPayerErased: z.boolean(),
  /** Oldest first. */
  timeline: z.array(timelineEntry),
});

export type DonationDetail = z.infer<typeof donationDetail>;
