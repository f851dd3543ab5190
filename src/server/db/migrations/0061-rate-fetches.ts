import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The state of the daily fetch of exchange rates: one row, from the first fetch on. */
export const rateFetches: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('rate_fetches')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('next_at', 'text', (column) => column.notNull())
      .addColumn('fetched_at', 'text')
      .addColumn('failing_since', 'text')
      .addColumn('problem', 'text')
      .addColumn('waiting', 'text', (column) => column.notNull())
      .execute();
  },
};
