import { sql, SqliteAdapter, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The versions that staff have published. Triggers refuse to change or delete a version. */
export const publishedVersions: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('published_versions')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('document', 'text', (column) => column.notNull())
      .addColumn('effective_from', 'text', (column) => column.notNull())
      .addColumn('published_at', 'text', (column) => column.notNull())
      .addColumn('published_by', 'text')
      .addColumn('publisher_name', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('published_versions_key', ['kind', 'version'])
      .execute();
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    await (isSqlite ? refuseChangesOnSqlite(db) : refuseChangesOnPostgres(db));
  },
};

async function refuseChangesOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger published_versions_keep before update on published_versions
    begin select raise(abort, 'a published version stays as it is'); end`.execute(db);
  await sql`create trigger published_versions_stay before delete on published_versions
    begin select raise(abort, 'a published version stays as it is'); end`.execute(db);
}

async function refuseChangesOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function refuse_version_change() returns trigger language plpgsql as
    'begin raise exception ''a published version stays as it is''; end'`.execute(db);
  await sql`create trigger published_versions_keep before update or delete or truncate on published_versions
    for each statement execute function refuse_version_change()`.execute(db);
}
