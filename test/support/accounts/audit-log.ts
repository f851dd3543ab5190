import type { AuditLogRow } from '#server/db/tables.ts';
import type { TestApp } from '../app/start-app.ts';

/** The part of an audit log entry that tests compare. */
export type LoggedAction = Pick<AuditLogRow, 'action' | 'actor_name' | 'reason'> & {
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
};

/** Reads the entries of the audit log, oldest first. */
export async function loggedActions({ deps: { db } }: Pick<TestApp, 'deps'>): Promise<LoggedAction[]> {
  const rows = await db.read.selectFrom('audit_log').selectAll().orderBy('recorded_at').orderBy('id').execute();
  return rows.map(({ action, actor_name: actor, subject_kind: kind, subject_id: id, before, after, reason }) => ({
    action,
    actor_name: actor,
    subject: `${kind} ${id}`,
    before: valuesOf(before),
    after: valuesOf(after),
    reason,
  }));
}

const valuesOf = (stored: string | null): unknown => (stored === null ? null : JSON.parse(stored));
