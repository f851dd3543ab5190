import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The sums that each finished hour posted, kept until its day is written (decision 0137). */
export const hourlyMovements: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('ledger_progress')
      .addColumn('hours_finished_before', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .createTable('hourly_movements')
      .addColumn('hour', 'text', (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('currency', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('entries', 'bigint', (column) => column.notNull())
      .addColumn('debit_minor', 'bigint', (column) => column.notNull())
      .addColumn('credit_minor', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('hourly_movements_pk', ['hour', 'account', 'currency', 'kind'])
      .execute();
  },
};
