import * as z from 'zod/mini';
import { reason } from './admin/reason.ts';

export const refundSentences = {
  unknown: 'There is no donation with this transaction ID.',
  nothingLeft: 'There is nothing left to refund for this donation.',
  underWay: 'A refund of this donation is in progress. Please wait until it is complete.',
  inReview: 'A refund of this donation needs review before you can refund more.',
  approvalWaiting: 'Another refund of this donation is waiting for approval.',
  noLongerFits: 'The donation has changed since this refund was requested. Please decline it and request it again.',
  remainingChanged: 'What is left of this donation has changed. Please check the amount and try again.',
  keyReused: 'This Idempotency-Key belongs to a different refund.',
  notRepeatable: 'A partial refund needs an Idempotency-Key header or expectedRemaining.',
  planUnknown: 'There is no monthly donation without an account with this ID.',
  amountInvalid: 'Please enter an amount greater than zero and no more than the remaining amount.',
} as const;

/**
 * `POST /api/admin/donations/{id}/refund`, in decimals of the charge currency. `amount` is the full remaining amount when
 * absent. With `expectedRemaining`, nothing is refunded when something else is left by now. A partial refund needs that or an
 * `Idempotency-Key` header, so that a repeated request cannot refund twice.
 */
export const refundRequest = z.object({
  amount: z.optional(z.number({ error: refundSentences.amountInvalid })),
  expectedRemaining: z.optional(z.number()),
  reason,
});

/**
 * `requested`: the provider makes the refund within seconds, and the ledger changes when the provider reports it.
 * `approval_needed`: it is made once a second person has approved it.
 */
export const refundAnswer = z.object({
  status: z.enum(['requested', 'approval_needed']),
  amount: z.number(),
  currency: z.string(),
});

export type RefundAnswer = z.infer<typeof refundAnswer>;

const provider = z.enum(['stripe', 'paypal']);

/** One reconciliation run. */
export const reconciliationRun = z.object({
  id: z.string(),
  /** `open`: open payments; `recent`: all recent payments. */
  scope: z.enum(['open', 'recent']),
  /** `unavailable`: a provider could not be reached. */
  status: z.enum(['finished', 'unavailable']),
  since: z.string(),
  startedAt: z.string(),
  finishedAt: z.string(),
  compared: z.int(),
  healed: z.int(),
  quarantined: z.int(),
  lapsed: z.int(),
  feesBooked: z.int(),
  /** Our ids that the provider does not know. */
  unknownAtProvider: z.array(z.string()),
  /** One text per permission that our keys lack: what is missing, its effect, and what to do. */
  missingPermissions: z.array(z.string()),
});

/** Why something is quarantined. */
export type QuarantineReason =
  | 'unknown_session'
  | 'unknown_dispute'
  | 'other_session'
  | 'other_account'
  | 'other_mode'
  | 'other_currency'
  | 'other_amount'
  | 'other_payment'
  | 'unknown_status'
  | 'sums_differ'
  | 'no_payment'
  | 'plan_over'
  | 'invalid_record'
  | 'other_record'
  | 'not_in_catalogue'
  | 'other_installation'
  | 'unreadable'
  | 'refund_refused';

/** An event or reversal that does not match our records and waits for review. `reason` is a `QuarantineReason`. */
export const quarantinedEntry = z.object({
  provider,
  eventId: z.string(),
  reason: z.string(),
  quarantinedAt: z.string(),
  /** The other ids it names: intent, session, payment, refund. */
  ids: z.array(z.string()),
});

/** What a restore lost, as far as it is known, and what was rebuilt. */
const restoreAnswer = z.object({
  noticedAt: z.string(),
  /** Accounts that made rebuilt donations and no longer exist. Others that are lost leave no trace. */
  lostAccounts: z.int(),
  /** Donations rebuilt from the providers' records. */
  donations: z.int(),
  /** Those whose donor's account no longer exists. */
  withoutAccount: z.int(),
  sums: z.array(z.object({ donations: z.int(), total: z.number(), currency: z.string() })),
  /** Emails that may have been sent before the restore. */
  heldReceipts: z.int(),
  heldOthers: z.int(),
});

/** A monthly donation that is charged although its donor's account was lost in a restore. */
const lostPlan = z.object({
  id: z.string(),
  subscriptionId: z.nullable(z.string()),
  /** Charged each month, in decimals of the currency. */
  total: z.number(),
  currency: z.string(),
  nextChargeAt: z.nullable(z.string()),
});

/** `POST /api/admin/plans/{id}/cancel`: the provider cancels it within seconds. */
export const cancelLostPlanAnswer = z.object({ status: z.literal('requested') });

/** `POST /api/admin/held-emails`: sends or discards all emails that are held after a restore. */
export const heldEmailsRequest = z.object({ decision: z.enum(['send', 'discard']) });

/** How many were held; none when the request is repeated. */
export const heldEmailsAnswer = z.object({ emails: z.int() });

/** `GET /api/admin/money`: the latest runs of each scope, newest first, and what needs review. */
export const moneyDeskAnswer = z.object({
  runs: z.array(reconciliationRun),
  /** The newest hundred; `counts.quarantined` is the full number. */
  quarantined: z.array(quarantinedEntry),
  counts: z.object({
    donations: z.int(),
    /** Donations with an active refund, and with an active dispute. */
    refunded: z.int(),
    disputed: z.int(),
    quarantined: z.int(),
    /** Reversals of payments that are not settled here. */
    waiting: z.int(),
    deadJobs: z.int(),
  }),
  /** What disputes took beyond what was left of their donations, by currency; negative when more came back. */
  disputeLosses: z.array(z.object({ amount: z.number(), currency: z.string() })),
  /** The last restored backup that was noticed; null when there was none. */
  restore: z.nullable(restoreAnswer),
  /** Oldest first. */
  lostPlans: z.array(lostPlan),
});

export type MoneyDeskAnswer = z.infer<typeof moneyDeskAnswer>;
