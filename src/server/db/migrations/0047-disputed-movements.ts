import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The disputed payment behind a movement of our balance, if the provider does not name the dispute. */
export const disputedMovements: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('provider_movements').addColumn('disputed_payment_id', 'text').execute();
  },
};
