import type { LedgerAccount } from '#domain/ledger/accounts.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';

/**
 * How far the days and hours of the ledger are finished, written and verified. One row, with the number 1; none before the
 * first finished day.
 */
export interface LedgerProgressRow {
  number: number;
  /** The start of the first day to which entries are still posted. */
  finished_before: string;
  /** The start of the first hour to which entries are still posted; empty before a release that finishes hours has run. */
  hours_finished_before: string;
  /** The start of the first day that is not in `daily_balances`; empty before the first day was written. */
  written_before: string;
  /** Everything posted before this hour has been verified (`checkSinceLast`); empty before the first check. */
  verified_before: string;
  /** When that check ran; empty before the first one. */
  verified_at: string;
}

/** The debits and credits of a finished day on an account in a currency. A day without entries on an account has no row. */
export interface DailyBalanceRow {
  account: LedgerAccount;
  currency: CurrencyCode;
  /** In UTC. */
  day: string;
  debit_minor: number;
  credit_minor: number;
}

/** The entries of one kind that a finished hour posted to an account in a currency, until its day is written. */
export interface HourlyMovementRow {
  /** The start of the hour. */
  hour: string;
  account: LedgerAccount;
  currency: CurrencyCode;
  /** The first six letters of the causes. */
  kind: string;
  entries: number;
  debit_minor: number;
  credit_minor: number;
}

/** The money that came in on a finished day in a currency, in minor units. A currency without money has no row. */
export interface DailyMoneyInRow {
  /** In UTC, by posting time. */
  day: string;
  currency: CurrencyCode;
  /** How many payments were settled. */
  payments: number;
  donations_minor: number;
  service_fees_minor: number;
  refunds_minor: number;
  disputes_minor: number;
  dispute_losses_minor: number;
  provider_fees_minor: number;
}

/** A month whose archive was created. A download creates the archive again from the ledger. */
export interface ClosedMonthRow {
  /** YYYY-MM, in UTC. */
  month: string;
  starts_at: string;
  ends_before: string;
  /** The number of its ledger entries. */
  entries: number;
  /** The SHA-256 of its archive. */
  checksum: string;
  /** JSON of the accounts' names at that time. A charity that is renamed later keeps its name in the archive. */
  account_names: string;
  /** Null for the system. */
  closed_by: string | null;
  closed_by_name: string;
  closed_at: string;
}
