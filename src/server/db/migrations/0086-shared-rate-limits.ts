import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The calls that each process has counted for callers near a rate limit, so that processes share the limits. */
export const sharedRateLimits: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('rate_limit_windows')
      .addColumn('process_id', 'text', (column) => column.notNull())
      .addColumn('limit_key', 'text', (column) => column.notNull())
      .addColumn('calls', 'integer', (column) => column.notNull())
      .addColumn('ends_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('rate_limit_windows_key', ['process_id', 'limit_key'])
      .execute();
    await db.schema.createIndex('rate_limit_windows_by_end').on('rate_limit_windows').column('ends_at').execute();
  },
};
