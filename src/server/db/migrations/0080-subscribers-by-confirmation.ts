import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** An index in the order in which subscribers are downloaded, page by page. */
export const subscribersByConfirmation: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createIndex('newsletter_subscribers_by_confirmation')
      .on('newsletter_subscribers')
      .columns(['status', 'confirmed_at', 'id'])
      .execute();
  },
};
