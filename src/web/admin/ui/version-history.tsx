import type { JSX } from 'react';
import type { PublishedVersionResponse } from '#contract/admin/publishing.ts';
import { formatMoment } from '#web/ui/format-date.ts';
import { DataTable, type Column } from './data-table.tsx';

interface VersionHistoryProps {
  readonly versions: readonly PublishedVersionResponse[];
  /** The name of the published document, if a page has several histories. */
  readonly of?: string;
}

/** The published versions, newest first: from when each applies, who published it, what changed and why. */
export const VersionHistory = ({ versions, of }: VersionHistoryProps): JSX.Element => (
  <section aria-labelledby={`history-${of ?? ''}`}>
    <h2 id={`history-${of ?? ''}`} className="mb-3 text-xl">
      {of === undefined ? 'History' : `History of the ${of}`}
    </h2>
    <DataTable
      caption={of === undefined ? 'Published versions' : `Published versions of the ${of}`}
      columns={columns}
      rows={versions}
      keyOf={({ version }) => String(version)}
      empty="Nothing has been published yet. The default applies."
    />
  </section>
);

const columns: readonly Column<PublishedVersionResponse>[] = [
  { name: 'Version', cell: ({ version }) => `Version ${version}` },
  { name: 'When', cell: ({ effectiveFrom: at }) => <time dateTime={at}>{formatMoment(new Date(at))}</time> },
  { name: 'Who', cell: ({ publishedBy }) => (publishedBy === 'system' ? 'The product' : publishedBy) },
  { name: 'Changes', cell: ({ changes }) => <Changes changes={changes} /> },
  { name: 'Reason', cell: ({ reason }) => <span className="break-words">{reason}</span> },
];

const Changes = ({ changes }: Pick<PublishedVersionResponse, 'changes'>): JSX.Element => (
  <ul>
    {changes.map(({ name, before, after }) => (
      <li key={name}>{`${name}: ${before ?? 'none'} → ${after ?? 'none'}`}</li>
    ))}
  </ul>
);
