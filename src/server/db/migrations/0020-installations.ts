import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The installations whose payments are ours: number 1 is this one, which replaces the others. */
export const installations: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('installations')
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .execute();
  },
};
