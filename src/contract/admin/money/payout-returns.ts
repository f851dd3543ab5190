import * as z from 'zod/mini';
import { isUtcDay } from '#domain/ledger/utc-day.ts';
import type { ReturnProblem } from '#domain/payout/return-problem.ts';
import { reason } from '../reason.ts';

export const returnSentences = {
  dayInvalid: 'Please enter a day as YYYY-MM-DD.',
  bankReasonMissing: 'Please enter the reason that the bank gave.',
  referenceMissing: 'Please enter the reference of the return.',
  textLong: 'Please enter at most 140 characters.',
  waiting: 'The return of this payout is already waiting for a second person.',
  outdated: 'This payout no longer matches the request. Please decline it.',
} as const;

/** Why the return of a payout cannot be recorded. */
export const returnProblemSentences: Readonly<Record<ReturnProblem, string>> = {
  not_paid: 'This payout was not paid, so the bank cannot have returned it.',
  already_returned: 'The return of this payout is already recorded.',
  before_paid: 'This day is before the day of the transfer. Please check it.',
  future: 'This day is in the future.',
  closed_day:
    'The books of this month are closed. Please enter a later day, and give the actual day of the return in the reason.',
};

const bankText = (missing: string) =>
  z
    .string({ error: missing })
    .check(z.trim(), z.minLength(1, { error: missing }), z.maxLength(140, { error: returnSentences.textLong }));

/** `POST /api/admin/payouts/{id}/return`: the bank has returned the transfer of a payout. A second person approves it. */
export const returnPayoutRequest = z.object({
  returnedOn: z
    .string({ error: returnSentences.dayInvalid })
    .check(z.refine(isUtcDay, { error: returnSentences.dayInvalid })),
  bankReason: bankText(returnSentences.bankReasonMissing),
  reference: bankText(returnSentences.referenceMissing),
  reason,
});

export const returnPayoutResponse = z.object({ status: z.literal('approval_needed') });

/** The day, reason and reference of the bank's return of a payout's transfer. */
export const payoutReturn = z.object({ returnedOn: z.string(), bankReason: z.string(), reference: z.string() });

export type PayoutReturn = z.infer<typeof payoutReturn>;
