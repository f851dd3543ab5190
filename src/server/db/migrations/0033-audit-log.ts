import { sql, SqliteAdapter, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The log of everything that staff do. Triggers refuse to change or delete its rows. */
export const auditLog: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('audit_log')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('recorded_at', 'text', (column) => column.notNull())
      .addColumn('actor_id', 'text')
      .addColumn('actor_name', 'text', (column) => column.notNull())
      .addColumn('actor_role', 'text')
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('subject_kind', 'text', (column) => column.notNull())
      .addColumn('subject_id', 'text', (column) => column.notNull())
      .addColumn('before', 'text')
      .addColumn('after', 'text')
      .addColumn('reason', 'text')
      .execute();
    for (const column of [undefined, 'actor_name', 'action', 'subject_id'])
      await db.schema
        .createIndex(`audit_log_by_${column ?? 'time'}`)
        .on('audit_log')
        .columns([...(column === undefined ? [] : [column]), 'recorded_at', 'id'])
        .execute();
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    await (isSqlite ? refuseChangesOnSqlite(db) : refuseChangesOnPostgres(db));
  },
};

async function refuseChangesOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger audit_log_keeps_rows before update on audit_log
    begin select raise(abort, 'the audit log is append-only'); end`.execute(db);
  await sql`create trigger audit_log_loses_no_rows before delete on audit_log
    begin select raise(abort, 'the audit log is append-only'); end`.execute(db);
  // "insert or replace" deletes a row without the trigger above
  await sql`create trigger audit_log_replaces_no_rows before insert on audit_log
    when exists (select 1 from audit_log where id = new.id)
    begin select raise(abort, 'the audit log is append-only'); end`.execute(db);
}

async function refuseChangesOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function refuse_audit_log_change() returns trigger language plpgsql as
    'begin raise exception ''the audit log is append-only''; end'`.execute(db);
  await sql`create trigger audit_log_keeps_rows before update or delete or truncate on audit_log
    for each statement execute function refuse_audit_log_change()`.execute(db);
}
