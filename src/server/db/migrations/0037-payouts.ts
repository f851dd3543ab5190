import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Payouts to charities. The index of ledger transactions by posting time finds the entries that are new. A charity has at most
 * one bank account in force per currency; `coalesce` counts our own account as charity 0.
 */
export const payouts: Migration = {
  up: async (db: Kysely<unknown>) => {
    await createBankAccounts(db);
    await createBatches(db);
    await createPayableEntries(db);
    await db.schema
      .createIndex('ledger_transactions_by_posted_at')
      .ifNotExists()
      .on('ledger_transactions')
      .column('posted_at')
      .execute();
    await sql`create index reversals_open_disputes on reversals (intent_id)
      where kind = 'dispute' and is_itemized = 1 and status in ('noted', 'taken')`.execute(db);
  },
};

async function createBankAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('bank_accounts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('charity_id', 'integer', (column) => column.references('charities.id'))
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('last_four', 'text', (column) => column.notNull())
    .addColumn('proposed_by', 'text', (column) => column.notNull())
    .addColumn('proposed_at', 'text', (column) => column.notNull())
    .addColumn('decided_by', 'text')
    .addColumn('decided_at', 'text')
    .addColumn('payable_from', 'text')
    .execute();
  for (const status of ['in_force', 'proposed'])
    await sql`create unique index ${sql.ref(`bank_accounts_${status}`)}
      on bank_accounts (coalesce(charity_id, 0), currency) where status = ${sql.lit(status)}`.execute(db);
}

async function createBatches(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('payout_batches')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('decided_by', 'text')
    .addColumn('decided_at', 'text')
    .addColumn('paid_on', 'text')
    .addColumn('reference', 'text')
    .execute();
  await db.schema.createIndex('payout_batches_by_time').on('payout_batches').columns(['created_at', 'id']).execute();
  await db.schema
    .createTable('payouts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('batch_id', 'text', (column) => column.notNull().references('payout_batches.id'))
    .addColumn('charity_id', 'integer', (column) => column.notNull().references('charities.id'))
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('received_minor', 'bigint', (column) => column.notNull())
    .addColumn('refunded_minor', 'bigint', (column) => column.notNull())
    .addColumn('donations', 'integer', (column) => column.notNull())
    .addColumn('bank_account_id', 'text', (column) => column.notNull().references('bank_accounts.id'))
    .addUniqueConstraint('payouts_once_in_batch', ['batch_id', 'charity_id', 'currency'])
    .execute();
  await db.schema.createIndex('payouts_by_charity').on('payouts').columns(['charity_id', 'currency']).execute();
}

/**
 * `payable_entries_uncovered` finds the entries that no payout covers, with their amounts; `payable_entries_by_payout` finds the
 * entries of a payout, oldest first.
 */
async function createPayableEntries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('payable_entries')
    .addColumn('transaction_id', 'text', (column) => column.notNull())
    .addColumn('line', 'integer', (column) => column.notNull())
    .addColumn('charity_id', 'integer', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('amount_minor', 'bigint', (column) => column.notNull())
    .addColumn('is_reversal', 'integer', (column) => column.notNull())
    .addColumn('intent_id', 'text', (column) => column.notNull())
    .addColumn('settled_at', 'text', (column) => column.notNull())
    .addColumn('posted_at', 'text', (column) => column.notNull())
    .addColumn('payout_id', 'text', (column) => column.references('payouts.id'))
    .addPrimaryKeyConstraint('payable_entries_pk', ['transaction_id', 'line'])
    .addForeignKeyConstraint('payable_entries_of_ledger', ['transaction_id', 'line'], 'ledger_entries', [
      'transaction_id',
      'line',
    ])
    .execute();
  await sql`create index payable_entries_uncovered
    on payable_entries (charity_id, currency, settled_at, is_reversal, amount_minor) where payout_id is null`.execute(
    db,
  );
  await db.schema
    .createIndex('payable_entries_by_payout')
    .on('payable_entries')
    .columns(['payout_id', 'posted_at', 'transaction_id'])
    .execute();
  await db.schema.createIndex('payable_entries_by_intent').on('payable_entries').column('intent_id').execute();
  await db.schema.createIndex('payable_entries_by_time').on('payable_entries').column('posted_at').execute();
}
