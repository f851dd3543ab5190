import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Attempts to send an email while the mail server was unavailable do not count, so each job stores their number. */
export const unavailableMailServer: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('outbox')
      .addColumn('unavailable_attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
