import type { LedgerAccount } from '#domain/ledger/accounts.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';

/** How far the days of the ledger are finished and written. One row, with the number 1; none before the first day was finished. */
export interface LedgerProgressRow {
  number: number;
  /** The start of the first day to which entries are still posted. */
  finished_before: string;
  /** The start of the first day that is not in `daily_balances`; empty before the first day was written. */
  written_before: string;
}

/** What a finished day posted to an account in a currency. A day without entries on an account has no row. */
export interface DailyBalanceRow {
  account: LedgerAccount;
  currency: CurrencyCode;
  /** In UTC. */
  day: string;
  debit_minor: number;
  credit_minor: number;
}
