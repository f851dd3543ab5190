import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Contact messages, replies, and newsletter subscriptions. */
export const messages: Migration = {
  up: async (db: Kysely<unknown>) => {
    await createContactMessages(db);
    await createSubscribers(db);
  },
};

/** Content is stored as JSON, which escapes every character that one of the engines cannot store. */
async function createContactMessages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('contact_messages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'text', (column) => column.notNull())
    .addColumn('read_at', 'text')
    .execute();
  await db.schema.createIndex('contact_messages_by_time').on('contact_messages').columns(['sent_at', 'id']).execute();
  await db.schema
    .createTable('contact_replies')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('message_id', 'text', (column) => column.notNull().references('contact_messages.id'))
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('replied_at', 'text', (column) => column.notNull())
    .execute();
}

/** The consent as it was given: text, time and source. Only the SHA-256 of the confirmation's token is stored. */
async function createSubscribers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('newsletter_subscribers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull().unique())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('consent_text', 'text', (column) => column.notNull())
    .addColumn('consent_source', 'text', (column) => column.notNull())
    .addColumn('requested_at', 'text', (column) => column.notNull())
    .addColumn('confirm_token_hash', 'text', (column) => column.unique())
    .addColumn('confirm_expires_at', 'text')
    .addColumn('confirmed_at', 'text')
    .addColumn('unsubscribe_token', 'text', (column) => column.notNull().unique())
    .addColumn('unsubscribed_at', 'text')
    .execute();
}
