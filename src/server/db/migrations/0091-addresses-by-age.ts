import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Indexes of rows that name an address and are no longer needed: failed logins, and subscriptions that were never confirmed. */
export const addressesByAge: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.createIndex('login_failures_by_time').on('login_failures').column('failed_at').execute();
    await db.schema
      .createIndex('newsletter_subscribers_by_expiry')
      .on('newsletter_subscribers')
      .columns(['status', 'confirm_expires_at'])
      .execute();
  },
};
