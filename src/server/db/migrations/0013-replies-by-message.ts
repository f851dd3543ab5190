import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** An index with which the inbox shows the time of the last reply to each message. */
export const repliesByMessage: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createIndex('contact_replies_by_message')
      .on('contact_replies')
      .columns(['message_id', 'replied_at'])
      .execute();
  },
};
