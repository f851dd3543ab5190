import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The money that came in on each finished day (decision 0115). */
export const growth: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('daily_money_in')
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('currency', 'text', (column) => column.notNull())
      .addColumn('payments', 'bigint', (column) => column.notNull())
      .addColumn('donations_minor', 'bigint', (column) => column.notNull())
      .addColumn('service_fees_minor', 'bigint', (column) => column.notNull())
      .addColumn('refunds_minor', 'bigint', (column) => column.notNull())
      .addColumn('disputes_minor', 'bigint', (column) => column.notNull())
      .addColumn('dispute_losses_minor', 'bigint', (column) => column.notNull())
      .addColumn('provider_fees_minor', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('daily_money_in_pk', ['day', 'currency'])
      .execute();
  },
};
