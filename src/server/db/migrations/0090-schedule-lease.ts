import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The lease of the process that does the scheduled work for all processes (decision 0159). */
export const scheduleLease: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('schedule_lease')
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('process_id', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute();
  },
};
