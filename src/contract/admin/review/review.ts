import * as z from 'zod/mini';
import { reason } from '../reason.ts';

export const reviewSentences = {
  planUnknown: 'No monthly donation without an account has this ID.',
} as const;

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
  /** The ids of our settled intents, and of refunds in our ledger, that the provider does not have. */
  unknownAtProvider: z.array(z.string()),
  /** One text for each permission that our keys lack: the permission, the effect, and what to do. */
  missingPermissions: z.array(z.string()),
});

/** Why a message from a provider is quarantined. */
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

/** The known losses of a restore, and what was rebuilt. */
const restoreResponse = z.object({
  noticedAt: z.string(),
  /** Lost accounts that had made rebuilt donations. Other lost accounts leave no trace. */
  lostAccounts: z.int(),
  /** Donations rebuilt from the providers' records. */
  donations: z.int(),
  /** Rebuilt donations whose donor's account no longer exists. */
  withoutAccount: z.int(),
  sums: z.array(z.object({ donations: z.int(), total: z.number(), currency: z.string() })),
  /** The receipts, and the other emails, that may have been sent before the restore. */
  heldReceipts: z.int(),
  heldOthers: z.int(),
});

/** A monthly donation that is still charged, although the donor's account was lost in a restore. */
const lostPlan = z.object({
  id: z.string(),
  subscriptionId: z.nullable(z.string()),
  /** The monthly charge, in decimals of the currency. */
  total: z.number(),
  currency: z.string(),
  nextChargeAt: z.nullable(z.string()),
});

/** `POST /api/admin/plans/{id}/cancel`: the provider cancels the plan within seconds. */
export const cancelLostPlanRequest = z.object({ reason });

export const cancelLostPlanResponse = z.object({ status: z.literal('requested') });

/** `POST /api/admin/held-emails`: sends or discards all emails that are held after a restore. */
export const heldEmailsRequest = z.object({ decision: z.enum(['send', 'discard']), reason });

export type HeldEmailsRequest = z.infer<typeof heldEmailsRequest>;

/** The number of emails that were held; 0 for a repeated request. */
export const heldEmailsResponse = z.object({ emails: z.int() });

/** `GET /api/admin/review`: what needs review, and the latest runs of each scope, newest first. */
export const reviewResponse = z.object({
  /** True if the last complete daily run is more than 26 hours old. */
  isOverdue: z.boolean(),
  runs: z.array(reconciliationRun),
  /** The refunds and disputes that the list leaves out because their payment has not settled in our records yet. */
  unknownPayments: z.int(),
  /** The last restore that was noticed; null if there was none. */
  restore: z.nullable(restoreResponse),
  /** Oldest first. */
  lostPlans: z.array(lostPlan),
});

export type ReviewResponse = z.infer<typeof reviewResponse>;
