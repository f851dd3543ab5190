import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The groups of donations and reversals that the transparency page publishes (decision 0152). */
export const transparency: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('transparency_groups')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('charity_id', 'integer', (column) => column.notNull().references('charities.id'))
      .addColumn('currency', 'text', (column) => column.notNull())
      .addColumn('first_day', 'text', (column) => column.notNull())
      .addColumn('last_day', 'text', (column) => column.notNull())
      .addColumn('donations', 'integer', (column) => column.notNull())
      .addColumn('amount_minor', 'bigint', (column) => column.notNull())
      .addColumn('service_fees_minor', 'bigint', (column) => column.notNull())
      .addColumn('provider_fees_minor', 'bigint')
      .addColumn('paid_on', 'text')
      .addPrimaryKeyConstraint('transparency_groups_pk', ['kind', 'charity_id', 'currency', 'first_day'])
      .execute();
    await db.schema
      .createTable('transparency_progress')
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('published_before', 'text', (column) => column.notNull())
      .execute();
  },
};
