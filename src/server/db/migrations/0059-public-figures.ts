import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The sums of donations on each finished day (decision 0126). */
export const publicFigures: Migration = {
  up: async (db: Kysely<unknown>) => {
    const days = db.schema
      .createTable('daily_donations')
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('given_month', 'text', (column) => column.notNull())
      .addColumn('charity_id', 'integer', (column) => column.notNull().references('charities.id'))
      .addColumn('currency', 'text', (column) => column.notNull());
    await counts
      .reduce((table, name) => table.addColumn(name, 'bigint', (column) => column.notNull()), days)
      .addPrimaryKeyConstraint('daily_donations_pk', ['day', 'given_month', 'charity_id', 'currency'])
      .execute();
  },
};

const counts = [
  'donations',
  'donations_reversed',
  'meals',
  'meals_reversed',
  'amount_minor',
  'amount_reversed_minor',
  'charge_minor',
  'charge_reversed_minor',
  'service_fees_minor',
  'service_fees_reversed_minor',
] as const;
