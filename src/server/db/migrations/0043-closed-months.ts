import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The months whose archives have been created, with their checksums. */
export const closedMonths: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('closed_months')
      .addColumn('month', 'text', (column) => column.primaryKey())
      .addColumn('starts_at', 'text', (column) => column.notNull())
      .addColumn('ends_before', 'text', (column) => column.notNull())
      .addColumn('entries', 'integer', (column) => column.notNull())
      .addColumn('checksum', 'text', (column) => column.notNull())
      .addColumn('account_names', 'text', (column) => column.notNull())
      .addColumn('closed_by', 'text')
      .addColumn('closed_by_name', 'text', (column) => column.notNull())
      .addColumn('closed_at', 'text', (column) => column.notNull())
      .execute();
  },
};
