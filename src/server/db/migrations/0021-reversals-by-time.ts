import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** An index with which reconciliation reads only the recent refunds and disputes. */
export const reversalsByTime: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.createIndex('reversals_by_time').on('reversals').columns(['provider', 'occurred_at']).execute();
  },
};
