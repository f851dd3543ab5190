import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Reconciliation reads the disputes, which are itemized, without all other reversals. */
export const reversalsItemized: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.createIndex('reversals_itemized').on('reversals').columns(['provider', 'is_itemized']).execute();
  },
};
