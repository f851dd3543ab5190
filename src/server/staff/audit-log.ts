import * as z from 'zod';
import type { AuditLogEntry, AuditLogFilters } from '#contract/admin/audit-log.ts';
import { staffActions } from '#domain/staff/actions.ts';
import type { Queryable } from '#server/db/database.ts';
import { endOfDay, isAfter, newest, type ListPosition } from '#server/db/list-page.ts';
import type { AuditLogRow } from '#server/db/tables.ts';
import { writeCsv, type CsvColumn } from '#server/http/files/csv.ts';
import { inPages, type RunExclusive } from '#server/http/files/downloads.ts';

/** The entries after a position that match the filters, newest first. */
export async function findEntries(
  db: Queryable,
  { actor = '', action, subject = '', from, to }: AuditLogFilters,
  after: ListPosition,
  count: number,
): Promise<AuditLogEntry[]> {
  const { at, id } = to === undefined ? after : earlierOf(after, endOfDay(to));
  const rows = await db
    .selectFrom('audit_log')
    .leftJoin('payouts', (join) => join.on('subject_kind', '=', 'payout').onRef('payouts.id', '=', 'subject_id'))
    .leftJoin('bank_accounts', (join) =>
      join.on('subject_kind', '=', 'bank_account').onRef('bank_accounts.id', '=', 'subject_id'),
    )
    .selectAll('audit_log')
    .select(['payouts.batch_id', 'bank_accounts.id as account_id', 'bank_accounts.charity_id'])
    .where((e) =>
      e.and([
        e('recorded_at', '<=', at), // without it, SQLite reads the entries after the last day too
        e(e.refTuple('recorded_at', 'audit_log.id'), '<', e.tuple(at, id)),
        ...(actor === '' ? [] : [e('actor_name', '=', actor)]),
        ...(action === undefined ? [] : [e('action', '=', action)]),
        ...(subject === '' ? [] : [e('subject_id', '=', subject)]),
        ...(from === undefined ? [] : [e('recorded_at', '>=', `${from}T00:00:00.000Z`)]),
      ]),
    )
    .orderBy('recorded_at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(count)
    .execute();
  return rows.map(toEntry);
}

const earlierOf = (one: ListPosition, other: ListPosition): ListPosition => (isAfter(one, other) ? one : other);

/** An entry with the batch, bank account and charity to which its subject belongs. */
interface FoundEntry extends AuditLogRow {
  readonly batch_id: string | null;
  readonly account_id: string | null;
  /** Null for our bank accounts too. */
  readonly charity_id: number | null;
}

const toEntry = (row: FoundEntry): AuditLogEntry => ({
  id: row.id,
  at: row.recorded_at,
  actor: { id: row.actor_id, name: row.actor_name, role: row.actor_role, token: row.actor_token },
  action: row.action,
  subject: { kind: row.subject_kind, id: row.subject_id, partOf: parentOf(row) },
  before: valuesOf(row.before),
  after: valuesOf(row.after),
  reason: row.reason,
});

const parentOf = ({ batch_id: batchId, account_id: accountId, charity_id: charityId }: FoundEntry): string | null =>
  accountId === null ? batchId : String(charityId ?? 0);

const valuesOf = (stored: string | null) => (stored === null ? null : values.parse(JSON.parse(stored)));

const values = z.record(z.string(), z.unknown());

/** The entries that match the filters, as CSV, newest first. */
export const exportEntries = (
  db: Queryable,
  filters: AuditLogFilters,
  runExclusive: RunExclusive,
): AsyncGenerator<string> =>
  writeCsv(
    columns,
    inPages<AuditLogEntry>(runExclusive, (last, count) => findEntries(db, filters, last ?? newest, count)),
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
