import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The backups that have been created, so that the team sees how old the newest one is and whether it could be restored. */
export const backups: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('backups')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('made_at', 'text', (column) => column.notNull())
      .addColumn('checked_at', 'text')
      .addColumn('problem', 'text')
      .execute();
    await db.schema.createIndex('backups_by_time').on('backups').column('made_at').execute();
  },
};
