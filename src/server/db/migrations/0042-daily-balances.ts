import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The debits and credits of each finished day on each account (decision 0111). */
export const dailyBalances: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('ledger_progress')
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('finished_before', 'text', (column) => column.notNull())
      .addColumn('written_before', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('daily_balances')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('currency', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('debit_minor', 'bigint', (column) => column.notNull())
      .addColumn('credit_minor', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('daily_balances_pk', ['day', 'account', 'currency'])
      .execute();
  },
};
