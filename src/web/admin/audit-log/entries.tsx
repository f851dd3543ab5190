import type { JSX, ReactNode } from 'react';
import type { AuditLogEntry } from '#contract/admin/audit-log.ts';
import { auditLogCalls } from '#contract/calls/admin/audit-log.ts';
import { staffActions } from '#domain/staff/actions.ts';
import { roleNames } from '#domain/staff/rights.ts';
import { callForPage } from '#web/api.ts';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import type { ChosenFilters } from '../ui/filters.tsx';
import { usePages } from '../ui/use-pages.ts';
import { describeChange } from './describe-change.ts';
import { SubjectLink } from './subject-link.tsx';

/** The entries that match, newest first. The code that describes the changes is long, so it is in a separate script. */
export default function Entries({ filters }: { readonly filters: ChosenFilters }): JSX.Element {
  const { query, more } = usePages(['admin', 'audit-log', filters], (cursor, signal) =>
    callForPage(auditLogCalls.searchAuditLog, { query: { ...filters, ...cursor }, signal }),
  );
  return (
    <QueryView
      query={query}
      loading={<Spinner label="Loading the audit log…" />}
      failure="We couldn't load the audit log."
    >
      {(entries) => (
        <DataTable
          caption="Audit log"
          columns={columns}
          rows={entries}
          keyOf={({ id }) => id}
          empty="No entries match."
          more={more}
        />
      )}
    </QueryView>
  );
}

const columns: readonly Column<AuditLogEntry>[] = [
  { name: 'When', cell: ({ at }) => <time dateTime={at}>{formatMoment(new Date(at))}</time> },
  { name: 'Who', cell: ({ actor }) => describeActor(actor) },
  { name: 'Action', cell: ({ action }) => staffActions[action] },
  { name: 'About', hasLongWords: true, cell: ({ subject }) => <SubjectLink subject={subject} /> },
  { name: 'Change', hasLongWords: true, cell: (entry) => <Changes lines={describeChange(entry)} /> },
  { name: 'Reason', hasLongWords: true, cell: ({ reason }) => reason ?? '–' },
];

const Changes = ({ lines }: { readonly lines: readonly string[] }): ReactNode =>
  lines.length === 0 ? (
    '–'
  ) : (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );

function describeActor({ id, name, role, token }: AuditLogEntry['actor']): string {
  if (id === null) return 'The product';
  const person = role === null ? name : `${name} (${roleNames[role]})`;
  return token === null ? person : `${person}, with token ${token}`;
}
