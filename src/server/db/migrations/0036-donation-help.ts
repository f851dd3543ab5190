import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When donations were claimed, and the team's notes about donations and payments. Notes are only added. */
export const donationHelp: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('donation_claims')
      .addColumn('donation_id', 'text', (column) => column.primaryKey())
      .addColumn('claimed_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('donation_notes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('intent_id', 'text', (column) => column.notNull().references('donation_intents.id'))
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('written_by', 'text', (column) => column.notNull())
      .addColumn('written_at', 'text', (column) => column.notNull())
      .addColumn('request_key', 'text', (column) => column.unique())
      .execute();
    await db.schema
      .createIndex('donation_notes_by_intent')
      .on('donation_notes')
      .columns(['intent_id', 'written_at'])
      .execute();
  },
};
