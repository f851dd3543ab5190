import * as z from 'zod/mini';
import { lostBatches } from './money/payouts.ts';

/** What a person must review or decide. */
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

/** `GET /api/admin/today`: whether everything balances, and what the next days bring. */
export const todayResponse = z.object({
  /** When the last complete reconciliation finished without leaving anything open; null before the first. */
  verifiedAt: z.nullable(z.string()),
  /**
   * What needs review, with the number of each kind; kinds without any are left out.
   * - `quarantined`: payments with quarantined events
   * - `disputes`: disputes that are not decided
   * - `deadJobs`: jobs that failed for good
   * - `differences`: payments that differ from the provider's records in the latest reconciliation
   * - `balances`: currencies in which a provider holds more or less than the ledger and the movements explain
   * - `movements`: movements of a balance that the ledger does not know
   * - `reconciliation`: reconciliations that could not reach a provider, lack a permission or are overdue
   * - `unknownPayments`: refunds and disputes of payments that are not settled here, without the disputes above
   * - `heldEmails`: emails held after a restore
   * - `lostPlans`: monthly donations whose account was lost in a restore
   */
  review: z.array(z.object({ kind: z.enum(reviewKinds), count: z.int() })),
  /** Requests, batches of payouts and bank accounts that wait for a second person. */
  waitingApprovals: z.int(),
  lostBatches,
  monthly: z.object({
    /** Charged within seven days, by currency, in decimals. */
    due: z.array(z.object({ count: z.int(), total: z.number(), currency: z.string() })),
    /** Monthly donations whose last charge failed. */
    failing: z.int(),
    /** Monthly donations that wait for their donor to choose another charity. */
    waiting: z.int(),
  }),
  /** The emails that are due, by lane, and since when the oldest waits. */
  mail: z.array(z.object({ lane: z.string(), waiting: z.int(), oldestAt: z.nullable(z.string()) })),
  /** The day of the oldest exchange rate, YYYY-MM-DD. */
  ratesSetOn: z.string(),
  /** Currencies whose rates are older than 7 days, older than 30, and those that are shown in US dollars after 45. */
  oldRates: z.array(z.string()),
  alertedRates: z.array(z.string()),
  expiredRates: z.array(z.string()),
  /** The backups of the last 90 days: when the newest was made, and when the newest one that passed its check. */
  backup: z.object({
    madeAt: z.nullable(z.string()),
    checkedAt: z.nullable(z.string()),
    /** Why the newest check found a backup unusable; null when it was correct. */
    problem: z.nullable(z.string()),
  }),
});

export type TodayResponse = z.infer<typeof todayResponse>;

/** `GET /api/admin/money-in`: by day, the last 30; by month, the last 12. */
export const moneyInQuery = z.object({ by: z._default(z.enum(['day', 'month']), 'day') });

export type MoneyInUnit = z.infer<typeof moneyInQuery>['by'];

/** What was posted to the ledger in one period and currency, in decimals. Days are those of UTC. */
export const moneyInSum = z.object({
  /** `2026-11-23`, or `2026-11`. */
  period: z.string(),
  currency: z.string(),
  payments: z.int(),
  /** For the charities, without our service fees. */
  donations: z.number(),
  serviceFees: z.number(),
  /** How much of both was taken back by refunds and disputes, less what was returned to us. */
  refunds: z.number(),
  disputes: z.number(),
  /** What disputes took beyond that. */
  disputeLosses: z.number(),
  /** What providers kept from payments and charged for disputes. */
  providerFees: z.number(),
});

export type MoneyInSum = z.infer<typeof moneyInSum>;

export const moneyInResponse = z.object({
  /** Every period, oldest first, including those without money. */
  periods: z.array(z.string()),
  /** By period, then currency; only those with money. */
  sums: z.array(moneyInSum),
});

export type MoneyInResponse = z.infer<typeof moneyInResponse>;
