import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Declines, the subjects that requested checkouts, and the closed subjects. All of these rows are deleted after a day. */
export const declines: Migration = {
  up: async (db: Kysely<unknown>) => {
    await createCheckoutSubjects(db);
    await createDeclines(db);
    await db.schema
      .createTable('closed_subjects')
      .addColumn('subject', 'text', (column) => column.primaryKey())
      .addColumn('closed_until', 'text', (column) => column.notNull())
      .execute();
  },
};

async function createCheckoutSubjects(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('checkout_subjects')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('intent_id', 'text', (column) => column.notNull().references('donation_intents.id').onDelete('cascade'))
    .addColumn('opened_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('checkout_subjects_pk', ['subject', 'intent_id'])
    .execute();
  await db.schema.createIndex('checkout_subjects_by_intent').on('checkout_subjects').column('intent_id').execute();
  await db.schema.createIndex('checkout_subjects_by_time').on('checkout_subjects').column('opened_at').execute();
}

async function createDeclines(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('declines')
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('decline_id', 'text', (column) => column.notNull())
    .addColumn('intent_id', 'text', (column) => column.notNull().references('donation_intents.id').onDelete('cascade'))
    .addColumn('declined_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('declines_pk', ['provider', 'decline_id'])
    .execute();
  await db.schema.createIndex('declines_by_intent').on('declines').column('intent_id').execute();
  await db.schema.createIndex('declines_by_time').on('declines').column('declined_at').execute();
}
