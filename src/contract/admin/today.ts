import * as z from 'zod/mini';
import { lostBatches } from './money/payouts.ts';

/** The kinds of things that a person must review or decide. */
export const reviewKinds = [
  'quarantined',
  'disputes',
  'deadJobs',
  'differences',
  'balances',
  'movements',
  'reconciliation',
  'unknownPayments',
  'heldEmails',
  'lostPlans',
] as const;

export type ReviewKind = (typeof reviewKinds)[number];

/** `GET /api/admin/today`: the state of the books, and the money of the next days. */
export const todayResponse = z.object({
  /** The end of the last daily reconciliation that reached every provider, whatever it found; null before the first. */
  verifiedAt: z.nullable(z.string()),
  /**
   * The number of things that need review, by kind. Kinds with none are left out.
   * - `quarantined`: payments with quarantined events
   * - `disputes`: undecided disputes
   * - `deadJobs`: jobs that failed for good
   * - `differences`: payments that differ from the provider's records in the latest reconciliation
   * - `balances`: currencies in which a provider holds more or less than the ledger and the movements explain
   * - `movements`: movements of a balance that the ledger does not know
   * - `reconciliation`: reconciliations that could not reach a provider, lack a permission or are overdue
   * - `unknownPayments`: refunds and disputes of payments that have not settled in our records, without the disputes above
   * - `heldEmails`: emails held after a restore
   * - `lostPlans`: monthly donations whose account was lost in a restore
   */
  review: z.array(z.object({ kind: z.enum(reviewKinds), count: z.int() })),
  /** The number of requests, batches of payouts and bank accounts that wait for a second person. */
  waitingApprovals: z.int(),
  lostBatches,
  monthly: z.object({
    /** The monthly donations that will be charged within seven days, by currency, in decimals. */
    due: z.array(z.object({ count: z.int(), total: z.number(), currency: z.string() })),
    /** The number of monthly donations whose last charge failed. */
    failing: z.int(),
    /** The number of monthly donations that wait for their donor to choose another charity. */
    waiting: z.int(),
  }),
  /** The number of due emails by lane, and the time since which the oldest waits. */
  mail: z.array(z.object({ lane: z.string(), waiting: z.int(), oldestAt: z.nullable(z.string()) })),
  /** The day of the oldest exchange rate, YYYY-MM-DD. */
  ratesSetOn: z.string(),
  /** The currencies with rates older than 7 days, with rates older than 30 days, and those shown in US dollars after 45 days. */
  oldRates: z.array(z.string()),
  alertedRates: z.array(z.string()),
  expiredRates: z.array(z.string()),
  /** The backups of the last 90 days: the time of the newest one, and of the newest one that passed its check. */
  backup: z.object({
    madeAt: z.nullable(z.string()),
    checkedAt: z.nullable(z.string()),
    /** Why the newest check found its backup unusable; null if the backup was correct. */
    problem: z.nullable(z.string()),
  }),
});

export type TodayResponse = z.infer<typeof todayResponse>;

/** `GET /api/admin/money-in`: the last 30 days, or the last 12 months. */
export const moneyInQuery = z.object({ by: z._default(z.enum(['day', 'month']), 'day') });

export type MoneyInUnit = z.infer<typeof moneyInQuery>['by'];

/** The money in of one period and currency, in decimals. Days are in UTC. */
export const moneyInSum = z.object({
  /** `2026-11-23`, or `2026-11`. */
  period: z.string(),
  currency: z.string(),
  payments: z.int(),
  /** The donations for charities, without our service fees. */
  donations: z.number(),
  serviceFees: z.number(),
  /** The parts of donations and service fees that refunds and disputes took back, less what was returned to us. */
  refunds: z.number(),
  disputes: z.number(),
  /** What disputes took beyond what was left of their donations. */
  disputeLosses: z.number(),
  /** What providers kept from payments and charged for disputes. */
  providerFees: z.number(),
});

export type MoneyInSum = z.infer<typeof moneyInSum>;

export const moneyInResponse = z.object({
  /** All periods, oldest first, including those without money. */
  periods: z.array(z.string()),
  /** The sums by period, then by currency. Sums of zero are left out. */
  sums: z.array(moneyInSum),
});

export type MoneyInResponse = z.infer<typeof moneyInResponse>;
