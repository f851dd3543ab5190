import * as z from 'zod/mini';

/** The sentences of the administrator's refunds. */
export const refundSentences = {
  unknown: 'There is no donation with this transaction ID.',
  nothingLeft: 'Nothing of this donation is left to refund.',
  underWay: 'A refund of this donation is under way. Please wait until it is done.',
  amountInvalid: 'Please enter an amount that is more than zero and no more than is left.',
} as const;

/** `POST /api/admin/donations/{id}/refund`: `amount` as a decimal in the currency of the charge; all that is left when absent. */
export const refundRequest = z.nullable(
  z.object({ amount: z.optional(z.number({ error: refundSentences.amountInvalid })) }),
);

/** A refund that was asked for: the provider makes it within seconds, and its word of it changes the books. */
export const refundAnswer = z.object({ status: z.literal('asked'), amount: z.number(), currency: z.string() });

/** A refund on the wire. */
export type RefundAnswer = z.infer<typeof refundAnswer>;

const provider = z.enum(['stripe', 'paypal']);

/** One comparison of our books with the providers'. */
export const bookRun = z.object({
  id: z.string(),
  /** `open`: what was still open; `recent`: everything of the last days. */
  scope: z.enum(['open', 'recent']),
  /** `unavailable` when a provider could not be asked. */
  status: z.enum(['finished', 'unavailable']),
  since: z.string(),
  startedAt: z.string(),
  finishedAt: z.string(),
  compared: z.int(),
  healed: z.int(),
  quarantined: z.int(),
  lapsed: z.int(),
  feesBooked: z.int(),
  /** Ids of ours that the provider does not know. */
  unknownAtProvider: z.array(z.string()),
});

/** Why something is put aside, as the server names it. */
export type SetAsideReason =
  | 'unknown_session'
  | 'other_session'
  | 'other_account'
  | 'other_mode'
  | 'other_currency'
  | 'other_amount'
  | 'other_payment'
  | 'no_payment'
  | 'plan_over'
  | 'unreadable'
  | 'refund_refused';

/** A message or refund that does not fit our books, until a person has seen to it. `reason` is a `SetAsideReason`. */
export const quarantinedEntry = z.object({
  provider,
  eventId: z.string(),
  reason: z.string(),
  quarantinedAt: z.string(),
  /** Other ids that it names: intent, session, payment, refund. */
  ids: z.array(z.string()),
});

/** `GET /api/admin/books`: the latest comparisons of each scope, newest first, and what waits for a person. */
export const booksAnswer = z.object({
  runs: z.array(bookRun),
  /** The newest hundred; `counts.quarantined` tells how many there are. */
  quarantined: z.array(quarantinedEntry),
  counts: z.object({
    donations: z.int(),
    /** Gifts of which money went back by refund, and by dispute. */
    refunded: z.int(),
    disputed: z.int(),
    quarantined: z.int(),
    /** Refunds and disputes of payments that are not settled here. */
    waiting: z.int(),
    /** Work after a payment that was given up. */
    givenUp: z.int(),
  }),
});

/** The state of the books on the wire. */
export type BooksAnswer = z.infer<typeof booksAnswer>;
