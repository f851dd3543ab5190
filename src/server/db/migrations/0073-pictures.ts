import { sql, SqliteAdapter, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Uploaded pictures (decision 0139). */
export const pictures: Migration = {
  up: async (db: Kysely<unknown>) => {
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    await db.schema
      .createTable('pictures')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('bytes', isSqlite ? 'blob' : 'bytea', (column) => column.notNull())
      .addColumn('uploaded_at', 'text', (column) => column.notNull())
      .addColumn('is_published', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`create index pictures_unpublished on pictures (uploaded_at) where is_published = 0`.execute(db);
  },
};
