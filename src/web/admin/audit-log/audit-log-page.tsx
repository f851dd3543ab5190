import type { JSX, ReactNode } from 'react';
import type { AuditLogEntry } from '#contract/admin/audit-log.ts';
import { auditLogCalls } from '#contract/calls/admin/audit-log.ts';
import { staffActions } from '#domain/staff/actions.ts';
import { roleNames } from '#domain/staff/rights.ts';
import { OwnFileLink } from '#web/session/index.ts';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { AdminPage } from '../ui/admin-page.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Filters, useFilters, type ChosenFilters, type Filter } from '../ui/filters.tsx';
import { describeChange } from './describe-change.ts';
import { SubjectLink } from './subject-link.tsx';
import { useAuditLog } from './use-audit-log.ts';

const path = '/admin/audit-log';

/** `/admin/audit-log`: what staff did, searchable and to download. */
export default function AuditLogPage(): JSX.Element {
  const chosen = useFilters(filters);
  return (
    <AdminPage
      title="Audit log"
      description="What staff did, and why."
      path={path}
      right="readAuditLog"
      aside={
        <OwnFileLink href={exportAddress(chosen)} returnTo={path} className="link">
          Download (CSV)
        </OwnFileLink>
      }
    >
      <Filters label="Search the audit log" filters={filters} />
      <Entries filters={chosen} />
    </AdminPage>
  );
}

const filters: readonly Filter[] = [
  { name: 'actor', label: 'Who', kind: 'search', placeholder: 'Username' },
  {
    name: 'action',
    label: 'Action',
    kind: 'choice',
    options: [{ value: '', label: 'All' }, ...Object.entries(staffActions).map(([value, label]) => ({ value, label }))],
  },
  { name: 'subject', label: 'ID', kind: 'search', placeholder: 'don_…' },
  { name: 'from', label: 'From', kind: 'date' },
  { name: 'to', label: 'To', kind: 'date' },
];

const exportAddress = (chosen: ChosenFilters): string =>
  `${auditLogCalls.exportAuditLog.path}?${new URLSearchParams(chosen).toString()}`;

function Entries({ filters: chosen }: { readonly filters: ChosenFilters }): JSX.Element {
  const query = useAuditLog(chosen);
  const load = (): void => void query.fetchNextPage();
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
          empty="Nothing was done that matches."
          more={query.hasNextPage ? { isLoading: query.isFetchingNextPage, load } : undefined}
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
