import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Newsletters, and the postal address in their footer (decision 0123). */
export const newsletters: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('newsletters')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addColumn('updated_by', 'text', (column) => column.notNull())
      .addColumn('started_at', 'text')
      .execute();
    await db.schema.createIndex('newsletters_by_time').on('newsletters').columns(['created_at', 'id']).execute();
    await db.schema
      .createIndex('newsletter_subscribers_by_status')
      .on('newsletter_subscribers')
      .columns(['status', 'id'])
      .execute();
    await db.schema
      .createTable('newsletter_settings')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('postal_address', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute();
  },
};
