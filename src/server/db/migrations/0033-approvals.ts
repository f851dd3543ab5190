import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Actions that wait for a second person. At most one of each kind waits for a subject. */
export const approvals: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('approvals')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('subject_kind', 'text', (column) => column.notNull())
      .addColumn('subject_id', 'text', (column) => column.notNull())
      .addColumn('payload', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('requested_at', 'text', (column) => column.notNull())
      .addColumn('requested_by', 'text', (column) => column.notNull())
      .addColumn('requester_name', 'text', (column) => column.notNull())
      .addColumn('decided_at', 'text')
      .addColumn('decided_by', 'text')
      .addColumn('decider_name', 'text')
      .addColumn('decision_reason', 'text')
      .execute();
    await sql`create unique index approvals_waiting on approvals (kind, subject_id) where status = 'waiting'`.execute(
      db,
    );
    await db.schema
      .createIndex('approvals_by_status')
      .on('approvals')
      .columns(['status', 'requested_at', 'id'])
      .execute();
    await db.schema.createIndex('approvals_by_subject').on('approvals').column('subject_id').execute();
  },
};
