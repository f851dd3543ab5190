import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Payouts whose transfer the bank returned, and the entries that they had covered until then (decision 0119). */
export const returnedPayouts: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('payout_returns')
      .addColumn('payout_id', 'text', (column) => column.primaryKey().references('payouts.id'))
      .addColumn('returned_on', 'text', (column) => column.notNull())
      .addColumn('bank_reason', 'text', (column) => column.notNull())
      .addColumn('reference', 'text', (column) => column.notNull())
      .addColumn('requested_by', 'text', (column) => column.notNull())
      .addColumn('approved_by', 'text', (column) => column.notNull())
      .addColumn('recorded_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('returned_entries')
      .addColumn('transaction_id', 'text', (column) => column.notNull())
      .addColumn('line', 'integer', (column) => column.notNull())
      .addColumn('payout_id', 'text', (column) => column.notNull().references('payout_returns.payout_id'))
      .addColumn('posted_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('returned_entries_pk', ['transaction_id', 'line', 'payout_id'])
      .addForeignKeyConstraint('returned_entries_of_payouts', ['transaction_id', 'line'], 'payable_entries', [
        'transaction_id',
        'line',
      ])
      .execute();
    await db.schema
      .createIndex('returned_entries_by_payout')
      .on('returned_entries')
      .columns(['payout_id', 'posted_at', 'transaction_id'])
      .execute();
  },
};
