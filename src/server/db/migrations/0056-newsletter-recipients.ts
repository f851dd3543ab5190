import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The progress of sending a newsletter, and what happened to each of its emails (decision 0123). */
export const newsletterRecipients: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const column of newColumns) await db.schema.alterTable('newsletters').addColumn(column, 'text').execute();
    await db.schema
      .createTable('newsletter_recipients')
      .addColumn('newsletter_id', 'text', (column) => column.notNull().references('newsletters.id'))
      .addColumn('subscriber_id', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('decided_at', 'text')
      .addColumn('unsubscribed_at', 'text')
      .addPrimaryKeyConstraint('newsletter_recipients_pk', ['newsletter_id', 'subscriber_id'])
      .execute();
    await db.schema
      .createIndex('newsletter_recipients_by_status')
      .on('newsletter_recipients')
      .columns(['newsletter_id', 'status', 'decided_at'])
      .execute();
    await db.schema
      .createIndex('newsletter_recipients_by_subscriber')
      .on('newsletter_recipients')
      .columns(['subscriber_id', 'decided_at'])
      .execute();
  },
};

const newColumns = [
  'started_by',
  'postal_address',
  'enqueued_to',
  'enqueued_at',
  'counted_since',
  'pause_cause',
  'paused_at',
  'finished_at',
];
