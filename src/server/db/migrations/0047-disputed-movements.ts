import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The payment that a movement of our balance is about, where the provider names no dispute. */
export const disputedMovements: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('provider_movements').addColumn('disputed_payment_id', 'text').execute();
  },
};
