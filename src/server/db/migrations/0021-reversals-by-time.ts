import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** An index with which reconciliation reads only the refunds and disputes of the last weeks. */
export const reversalsByTime: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.createIndex('reversals_by_time').on('reversals').columns(['provider', 'occurred_at']).execute();
  },
};
