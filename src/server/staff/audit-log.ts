import * as z from 'zod';
import type { AuditLogEntry, AuditLogFilters } from '#contract/admin/audit-log.ts';
import { staffActions } from '#domain/staff/actions.ts';
import type { Queryable } from '#server/db/database.ts';
import { newest, type ListPosition } from '#server/db/list-page.ts';
import type { AuditLogRow } from '#server/db/tables.ts';
import { writeCsv, type CsvColumn } from '#server/http/files/csv.ts';
import { inPages, type InTurn } from '#server/http/files/downloads.ts';

/** The entries that the filters leave after a position, newest first. */
export async function findEntries(
  db: Queryable,
  { actor = '', action, subject = '', from, to }: AuditLogFilters,
  { at, id }: ListPosition,
  count: number,
): Promise<AuditLogEntry[]> {
  const rows = await db
    .selectFrom('audit_log')
    .selectAll()
    .where((e) =>
      e.and([
        e(e.refTuple('recorded_at', 'id'), '<', e.tuple(at, id)),
        ...(actor === '' ? [] : [e('actor_name', '=', actor)]),
        ...(action === undefined ? [] : [e('action', '=', action)]),
        ...(subject === '' ? [] : [e('subject_id', '=', subject)]),
        ...(from === undefined ? [] : [e('recorded_at', '>=', startOf(from))]),
        ...(to === undefined ? [] : [e('recorded_at', '<', startOf(to, 1))]),
      ]),
    )
    .orderBy('recorded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
  return rows.map(toEntry);
}

/** The first instant of a day in UTC, or of one that many days later. */
const startOf = (day: string, daysLater = 0): string =>
  new Date(Date.parse(day) + daysLater * 24 * 60 * 60 * 1000).toISOString();

const toEntry = (row: AuditLogRow): AuditLogEntry => ({
  id: row.id,
  at: row.recorded_at,
  actor: { id: row.actor_id, name: row.actor_name, role: row.actor_role, token: row.actor_token },
  action: row.action,
  subject: { kind: row.subject_kind, id: row.subject_id },
  before: valuesOf(row.before),
  after: valuesOf(row.after),
  reason: row.reason,
});

const valuesOf = (stored: string | null) => (stored === null ? null : values.parse(JSON.parse(stored)));

const values = z.record(z.string(), z.unknown());

/** The entries that the filters leave, as CSV, newest first. */
export const exportEntries = (db: Queryable, filters: AuditLogFilters, inTurn: InTurn): AsyncGenerator<string> =>
  writeCsv(
    columns,
    inPages<AuditLogEntry>(inTurn, (last, count) => findEntries(db, filters, last ?? newest, count)),
  );

const columns: readonly CsvColumn<AuditLogEntry>[] = [
  { header: 'Time', valueOf: ({ at }) => at },
  { header: 'Who', valueOf: ({ actor }) => actor.name },
  { header: 'Role', valueOf: ({ actor }) => actor.role },
  { header: 'Token', valueOf: ({ actor }) => actor.token },
  { header: 'Action', valueOf: ({ action }) => staffActions[action] },
  { header: 'About', valueOf: ({ subject }) => subject.kind },
  { header: 'ID', valueOf: ({ subject }) => subject.id },
  { header: 'Before', valueOf: ({ before }) => before && JSON.stringify(before) },
  { header: 'After', valueOf: ({ after }) => after && JSON.stringify(after) },
  { header: 'Reason', valueOf: ({ reason }) => reason },
  { header: 'Entry', valueOf: ({ id }) => id },
];
