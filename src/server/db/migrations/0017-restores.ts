import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Restored backups that were noticed, and the payments that were rebuilt from the providers' records. */
export const restores: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('restores')
      .addColumn('noticed_at', 'text', (column) => column.primaryKey())
      .addColumn('known_until', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('rebuilt_payments')
      .addColumn('intent_id', 'text', (column) => column.primaryKey().references('donation_intents.id'))
      .addColumn('rebuilt_at', 'text', (column) => column.notNull())
      .addColumn('lost_donor_id', 'text')
      .execute();
    await db.schema.createIndex('rebuilt_payments_by_time').on('rebuilt_payments').column('rebuilt_at').execute();
  },
};
