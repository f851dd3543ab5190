import * as z from 'zod/mini';
import { reason } from '../reason.ts';

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
  amountInvalid: 'Please enter an amount greater than zero and no more than the remaining amount.',
} as const;

/**
 * `POST /api/admin/donations/{id}/refund`. Amounts are decimals in the currency of the charge. Without `amount`, all that remains
 * is refunded. With `expectedRemaining`, nothing is refunded if a different amount remains. A partial refund needs
 * `expectedRemaining` or an `Idempotency-Key` header, so that a repeated request cannot refund twice.
 */
export const refundRequest = z.object({
  amount: z.optional(z.number({ error: refundSentences.amountInvalid })),
  expectedRemaining: z.optional(z.number()),
  reason,
});

/**
 * `requested`: the provider makes the refund within seconds, and the ledger changes when the provider reports it.
 * `approval_needed`: the refund is made after a second person has approved it.
 */
export const refundResponse = z.object({
  status: z.enum(['requested', 'approval_needed']),
  amount: z.number(),
  currency: z.string(),
});
