import * as z from 'zod/mini';
import { isLedgerMonth } from '#domain/ledger/ledger-month.ts';
import { isUtcDay } from '#domain/ledger/utc-day.ts';
import { reason } from '../reason.ts';

export const accountingSentences = {
  dayInvalid: 'Please enter a day as YYYY-MM-DD.',
  dayFuture: 'This day is in the future.',
  monthInvalid: 'Please enter a month as YYYY-MM.',
  not_over: 'This month is not over yet.',
  not_written: 'The last days of this month are still being written. Please try again in an hour.',
  notClosed: 'This month is not closed.',
} as const;

const { dayInvalid, monthInvalid } = accountingSentences;

/** `GET /api/admin/accounting/trial-balance`: the balances at the end of a day in UTC, by default today. */
export const trialBalanceQuery = z.object({
  day: z.optional(z.string({ error: dayInvalid }).check(z.refine(isUtcDay, { error: dayInvalid }))),
});

/** Everything posted up to the end of the day, as decimal amounts. A positive balance is a debit. */
const sums = { currency: z.string(), debit: z.number(), credit: z.number(), balance: z.number() };

export const trialBalanceResponse = z.object({
  day: z.string(),
  /** True if the day is finished: nothing is posted to it anymore. */
  isFinished: z.boolean(),
  lines: z.array(
    z.object({
      /** The account's name in the ledger: `clearing:stripe`. */
      account: z.string(),
      /** The account in plain words: `Held by Stripe`. */
      name: z.string(),
      ...sums,
    }),
  ),
  /** The sums of each currency over all lines. Every balance is zero. */
  totals: z.array(z.object(sums)),
});

export type TrialBalanceResponse = z.infer<typeof trialBalanceResponse>;

/** `POST /api/admin/accounting/close`. Closing a closed month again changes nothing. */
export const closeMonthRequest = z.object({
  month: z.string({ error: monthInvalid }).check(z.refine(isLedgerMonth, { error: monthInvalid })),
  reason,
});

/** The person who closed a month, the time, and the SHA-256 of its archive in hexadecimal digits. */
export const closedMonth = z.object({ by: z.string(), at: z.string(), checksum: z.string() });

/** `GET /api/admin/accounting/months`: the months that are over, newest first. */
export const monthsResponse = z.array(
  z.object({
    /** YYYY-MM, in UTC. */
    month: z.string(),
    canBeClosed: z.boolean(),
    /** Null until the month is closed. */
    closed: z.nullable(closedMonth),
  }),
);

export type MonthsResponse = z.infer<typeof monthsResponse>;
