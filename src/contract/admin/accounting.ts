import * as z from 'zod/mini';
import { isUtcDay } from '#domain/payout/payable-before.ts';

export const accountingSentences = {
  dayInvalid: 'Please enter a day as YYYY-MM-DD.',
  dayFuture: 'This day has not come yet.',
} as const;

const { dayInvalid } = accountingSentences;

/** `GET /api/admin/accounting/trial-balance`: the end of a day in UTC; today without one. */
export const trialBalanceQuery = z.object({
  day: z.optional(z.string({ error: dayInvalid }).check(z.refine(isUtcDay, { error: dayInvalid }))),
});

/** What was posted until the end of the day, in decimals. A positive balance is a debit. */
const sums = { currency: z.string(), debit: z.number(), credit: z.number(), balance: z.number() };

export const trialBalanceAnswer = z.object({
  day: z.string(),
  /** Whether nothing is posted to this day anymore. */
  isFinished: z.boolean(),
  lines: z.array(
    z.object({
      /** As in the ledger: `clearing:stripe`. */
      account: z.string(),
      /** In plain words: `Held by Stripe`. */
      name: z.string(),
      ...sums,
    }),
  ),
  /** Of all lines of a currency. The balance of each is zero. */
  totals: z.array(z.object(sums)),
});

export type TrialBalanceAnswer = z.infer<typeof trialBalanceAnswer>;
