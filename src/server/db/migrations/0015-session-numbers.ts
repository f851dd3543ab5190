import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The number of an intent's checkout session, from which the provider's idempotency key is made. */
export const sessionNumbers: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('donation_intents')
      .addColumn('session_number', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
  },
};
