import { lazy, type JSX } from 'react';
import { auditLogCalls } from '#contract/calls/admin/audit-log.ts';
import { staffActions } from '#domain/staff/actions.ts';
import { OwnFileLink } from '#web/session/index.ts';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { AdminPage } from '../ui/admin-page.tsx';
import { Filters, useFilters, type ChosenFilters, type Filter } from '../ui/filters.tsx';

const Entries = lazy(() => import('./entries.tsx'));

/** `/admin/audit-log`: what staff did, with a search and a download. */
export default function AuditLogPage(): JSX.Element {
  const chosen = useFilters(filters);
  return (
    <AdminPage
      title="Audit log"
      description="What staff did, and why."
      path="/admin/audit-log"
      right="readAuditLog"
      aside={
        <OwnFileLink href={exportAddress(chosen)} className="link">
          Download (CSV)
        </OwnFileLink>
      }
    >
      <Filters label="Search the audit log" filters={filters} />
      <LazyPart loading={<Spinner label="Loading the audit log…" />}>
        <Entries filters={chosen} />
      </LazyPart>
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
