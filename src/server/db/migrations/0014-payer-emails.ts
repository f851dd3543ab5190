import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The email addresses of guests, separate from the donations so that they can be erased. Receipt jobs of earlier guests were
 * marked `done` although they had no recipient, so they become `no_recipient`.
 */
export const payerEmails: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('payer_emails')
      .addColumn('intent_id', 'text', (column) => column.primaryKey().references('donation_intents.id'))
      .addColumn('email', 'text')
      .addColumn('email_key', 'text')
      .addColumn('paid_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('payer_emails_by_email').on('payer_emails').column('email_key').execute();
    await db.schema.createIndex('payer_emails_by_time').on('payer_emails').column('paid_at').execute();
    await sql`update outbox set status = 'no_recipient' where kind = 'receipt' and status = 'done' and dedupe_key in
      (select 'receipt:' || donation_id from donation_intents where donor_id is null)`.execute(db);
  },
};
