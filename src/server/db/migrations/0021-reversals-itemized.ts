import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** An index with which reconciliation reads only the disputes, because only they are itemized. */
export const reversalsItemized: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.createIndex('reversals_itemized').on('reversals').columns(['provider', 'is_itemized']).execute();
  },
};
