import * as z from 'zod/mini';
import { listedDonation } from './search.ts';

const timelineAmount = { amount: z.number(), currency: z.string() };

/** Something that happened to a donation or a payment. `id` is unique in its timeline. */
export const timelineEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('checkout_opened'), id: z.string(), at: z.string() }),
  /** A report of the provider about the payment. */
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
    entries: z.array(
      z.object({
        account: z.string(),
        /** The account in plain words; a charity's account has the name of the charity. */
        name: z.string(),
        ...timelineAmount,
      }),
    ),
  }),
  z.object({
    kind: z.literal('email'),
    id: z.string(),
    at: z.string(),
    about: z.enum(['receipt', 'reversal']),
    state: z.enum(['waiting', 'sent', 'no_recipient', 'failed', 'held', 'discarded']),
  }),
  /** A refund that a member of the team requested. `refused`: by the provider. `failed`: the refund may not have been made. */
  z.object({
    kind: z.literal('refund_requested'),
    id: z.string(),
    at: z.string(),
    state: z.enum(['waiting', 'done', 'refused', 'failed']),
    ...timelineAmount,
  }),
  /** A report of the provider about a refund or dispute. */
  z.object({
    kind: z.literal('reversal'),
    id: z.string(),
    at: z.string(),
    reversalId: z.string(),
    of: z.enum(['refund', 'dispute']),
    fact: z.enum(['noted', 'taken', 'lost', 'returned']),
    ...timelineAmount,
  }),
  /** An event of a payout that covers the donation. The amount is negative if the payout deducts what was reversed. */
  z.object({
    kind: z.literal('payout'),
    id: z.string(),
    at: z.string(),
    batchId: z.string(),
    fact: z.enum(['in_batch', 'paid', 'confirmed', 'returned']),
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
  /** Any other action of a member of the team, in the words of the audit log. */
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
  /** The service fee of the charge. */
  serviceFee: z.number(),
  /** The part of the charge that can still be refunded. */
  remaining: z.number(),
  /** The donation without the fee, in US dollars. */
  amount: z.number(),
  meals: z.int(),
  sessionId: z.nullable(z.string()),
  paymentId: z.nullable(z.string()),
  planId: z.nullable(z.string()),
  card: z.nullable(z.object({ brand: z.string(), lastFour: z.string() })),
  /** The payer: a guest or a signed-in donor. The owner can be someone else, who claimed the donation. */
  paidBy: z.enum(['guest', 'donor']),
  /** The address that a guest typed; null if a donor paid, no address is known, or the address was erased. */
  payerEmail: z.nullable(z.string()),
  isPayerErased: z.boolean(),
  /** Oldest first. */
  timeline: z.array(timelineEntry),
});

export type DonationDetail = z.infer<typeof donationDetail>;
