import type { Deps } from '#server/deps.ts';
import type { Tables } from '#server/db/tables.ts';

/** The tables that tests lose and restore, each after those that its rows refer to. The other tables keep their rows. */
const tables = [
  'users',
  'sessions',
  'mail_links',
  'donation_intents',
  'payment_events',
  'quarantined_events',
  'plans',
  'plan_terms',
  'reversals',
  'reversal_events',
  'reversal_movements',
  'payer_emails',
  'donations',
  'ledger_transactions',
  'ledger_entries',
  'bank_accounts',
  'payout_batches',
  'payouts',
  'payable_entries',
  'payout_returns',
  'returned_entries',
  'statement_links',
  'payout_confirmations',
  'ledger_progress',
  'provider_payouts',
  'provider_movements',
  'provider_reads',
  'balance_comparisons',
  'hourly_movements',
  'daily_balances',
  'daily_money_in',
  'daily_donations',
  'closed_months',
  'outbox',
  'reconciliation_runs',
  'installations',
  'restores',
  'rebuilt_payments',
] as const satisfies readonly (keyof Tables)[];

/** The rows of these tables at one moment. */
export type Backup = ReadonlyMap<(typeof tables)[number], readonly object[]>;

export async function takeBackup({ db }: Pick<Deps, 'db'>): Promise<Backup> {
  const backup = new Map<(typeof tables)[number], readonly object[]>();
  for (const table of tables) backup.set(table, await db.read.selectFrom(table).selectAll().execute());
  return backup;
}

/** Replaces the rows of the tables with those of a backup. */
export async function restoreBackup({ db }: Pick<Deps, 'db'>, backup: Backup): Promise<void> {
  for (const table of tables.toReversed()) await db.write.deleteFrom(table).execute();
  for (const [table, rows] of backup) {
    for (const row of rows) {
      await db.write.insertInto(table).values(row).execute();
    }
  }
}
