import * as z from 'zod/mini';
import { isUtcDay } from '#domain/ledger/utc-day.ts';
import type { PayoutProblem } from '#domain/payout/payout-problem.ts';
import { payoutReturn } from './payout-returns.ts';
import { reason } from '../reason.ts';

export const payoutSentences = {
  batchUnknown: 'There is no such batch.',
  payoutUnknown: 'There is no such payout.',
  payoutCanceled: 'This payout was canceled.',
  cursorInvalid: 'This page does not exist.',
  dayInvalid: 'Please enter a day as YYYY-MM-DD.',
  nothingChosen: 'Please choose at least one payout.',
  chosenTwice: 'Each charity can be paid once per currency.',
  amountInvalid: 'This amount is not valid in its currency.',
  referenceMissing: 'Please enter the reference of the transfer.',
  referenceLong: 'References can have at most 140 characters.',
  paidOnInvalid: 'Please enter a day from the creation of the batch to today.',
  secondPerson: 'Someone other than the person who created this batch has to mark it as paid.',
  mayWaive:
    'You created this batch. As the only person who can, you may mark it as paid if you waive the second person.',
  noOwnAccount: 'Please enter our bank account in this currency first.',
  noTransfers: 'This batch has no transfers in this currency.',
} as const;

/** Why a charity cannot be paid. Shown after the charity's name. */
export const problemSentences: Readonly<Record<PayoutProblem | 'changed', string>> = {
  future: 'The day is in the future.',
  closed: 'An earlier payout covers a later day.',
  nothing: 'There is nothing to pay.',
  negative: 'More was refunded than donated. The next payout will be smaller.',
  no_bank_details: 'The bank details are missing.',
  on_hold: 'The bank account was changed less than 48 hours ago.',
  changed: 'The amount has changed. Please check it and try again.',
};

const day = z
  .string({ error: payoutSentences.dayInvalid })
  .check(z.refine(isUtcDay, { error: payoutSentences.dayInvalid }));

/** The figures of one charity in one currency, in decimals. `owed` is the sum of the four figures that follow it. */
export const payeeFigures = z.object({
  charityId: z.int(),
  charityName: z.string(),
  currency: z.string(),
  owed: z.number(),
  payable: z.number(),
  /** The sum of donations younger than the hold. */
  young: z.number(),
  disputed: z.number(),
  inBatches: z.number(),
  paid: z.number(),
});

export type PayeeFiguresResponse = z.infer<typeof payeeFigures>;

/**
 * The days between which batches may have been lost because a backup was restored. Null without a restore, and from 31 days
 * after it on if another batch has been created.
 */
export const lostBatches = z.nullable(z.object({ from: z.string(), until: z.string() }));

/** `GET /api/admin/payouts`. */
export const payoutsResponse = z.object({
  holdDays: z.int(),
  today: z.string(),
  lost: lostBatches,
  figures: z.array(payeeFigures),
});

export type PayoutsResponse = z.infer<typeof payoutsResponse>;

/** `GET /api/admin/payout-preview?day=`, by default today. */
export const previewQuery = z.object({ day: z.optional(day) });

/** A payout as it would be created. `problem` is a sentence that says why it cannot be created; null if it can. */
export const previewedPayout = z.object({
  charityId: z.int(),
  charityName: z.string(),
  currency: z.string(),
  received: z.number(),
  refunded: z.number(),
  amount: z.number(),
  donations: z.int(),
  /** True if more is payable than one payout can cover. The payout covers the oldest donations, and later batches the others. */
  isPartial: z.boolean(),
  problem: z.nullable(z.string()),
});

export const previewResponse = z.array(previewedPayout);

export type PreviewedPayout = z.infer<typeof previewedPayout>;

/** `POST /api/admin/payout-batches`. `amount` is what the creator saw; the batch is refused if the amount has changed. */
export const createBatchRequest = z.object({
  day,
  payouts: z.array(z.object({ charityId: z.int(), currency: z.string(), amount: z.number() })).check(
    z.minLength(1, { error: payoutSentences.nothingChosen }),
    z.maxLength(500),
    z.refine((list) => new Set(list.map((one) => `${one.charityId} ${one.currency}`)).size === list.length, {
      error: payoutSentences.chosenTwice,
    }),
  ),
  reason,
});

export const createBatchResponse = z.object({ id: z.string() });

const sums = z.array(z.object({ amount: z.number(), currency: z.string() }));

/** A batch in the list. */
export const listedBatch = z.object({
  id: z.string(),
  day: z.string(),
  status: z.enum(['open', 'paid', 'canceled']),
  createdAt: z.string(),
  createdBy: z.string(),
  payouts: z.int(),
  /** The number of payouts that the bank returned. */
  returned: z.int(),
  sums,
});

export type ListedBatch = z.infer<typeof listedBatch>;

export const batchesResponse = z.array(listedBatch);

/** A payout of a batch, in decimals of its currency. */
export const payoutResponse = z.object({
  id: z.string(),
  charityId: z.int(),
  charityName: z.string(),
  currency: z.string(),
  received: z.number(),
  refunded: z.number(),
  amount: z.number(),
  donations: z.int(),
  lastFour: z.string(),
  /** The amount of its donations that was reversed after it was created. The next payout deducts this amount. */
  reversedSince: z.number(),
  /** The time at which the charity confirmed the payout; null until it does. */
  confirmedAt: z.nullable(z.string()),
  /** The return of the transfer by the bank; null if there was none. */
  returned: z.nullable(payoutReturn),
  /** True if a return of the payout waits for a second person. */
  isReturnWaiting: z.boolean(),
});

export type PayoutResponse = z.infer<typeof payoutResponse>;

/** `GET /api/admin/payout-batches/{id}`. */
export const batchResponse = z.object({
  ...listedBatch.shape,
  reason: z.string(),
  /** True if the caller created the batch. Then someone else has to mark it as paid, unless the caller may waive that. */
  isOwn: z.boolean(),
  /** True if the caller may waive the second person. */
  mayWaive: z.boolean(),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  paidOn: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  items: z.array(payoutResponse),
});

export type BatchResponse = z.infer<typeof batchResponse>;

/**
 * `POST /api/admin/payout-batches/{id}/pay`: the bank has made the transfers. `waive`: the caller decides without a second
 * person.
 */
export const payBatchRequest = z.object({
  paidOn: day,
  reference: z
    .string({ error: payoutSentences.referenceMissing })
    .check(
      z.trim(),
      z.minLength(1, { error: payoutSentences.referenceMissing }),
      z.maxLength(140, { error: payoutSentences.referenceLong }),
    ),
  waive: z.optional(z.boolean()),
  reason,
});

/** `POST /api/admin/payout-batches/{id}/cancel`. */
export const cancelBatchRequest = z.object({ reason });

export const batchDecisionResponse = z.object({ status: z.enum(['paid', 'canceled']) });

/** `GET /api/admin/payouts/{id}/entries`: an entry that a payout covers. The list is sorted, oldest first. */
export const payoutEntry = z.object({
  postedAt: z.string(),
  kind: z.enum(['donation', 'reversal']),
  /** The donation's id. */
  donationId: z.string(),
  /** Negative for a reversal. */
  amount: z.number(),
  currency: z.string(),
  /** True if an earlier payout paid the donation, and this one deducts what was reversed. */
  isCarried: z.boolean(),
});

export type PayoutEntry = z.infer<typeof payoutEntry>;

export const payoutEntriesResponse = z.array(payoutEntry);

const waitingDecision = {
  requestedAt: z.string(),
  requestedBy: z.string(),
  isOwn: z.boolean(),
  /** True if the signed-in person may decide: about someone else's request, or about their own if no one else can. */
  mayDecide: z.boolean(),
};

/** A batch that waits to be marked as paid, or a bank account that waits for its approval; charity 0 is us. */
export const waitingPayoutDecision = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('payout_batch'),
    batchId: z.string(),
    day: z.string(),
    payouts: z.int(),
    sums,
    ...waitingDecision,
  }),
  z.object({
    kind: z.literal('bank_account'),
    charityId: z.int(),
    charityName: z.nullable(z.string()),
    currency: z.string(),
    lastFour: z.string(),
    ...waitingDecision,
  }),
]);

export type WaitingPayoutDecision = z.infer<typeof waitingPayoutDecision>;

/** `GET /api/admin/payout-decisions`: the decisions that wait for a second person, oldest first. */
export const waitingPayoutDecisionsResponse = z.array(waitingPayoutDecision);
