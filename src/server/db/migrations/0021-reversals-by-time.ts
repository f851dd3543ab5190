import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Reconciliation reads the refunds and disputes of the last weeks, without all those before. */
export const reversalsByTime: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.createIndex('reversals_by_time').on('reversals').columns(['provider', 'occurred_at']).execute();
  },
};
