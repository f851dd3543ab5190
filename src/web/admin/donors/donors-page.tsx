import type { JSX } from 'react';
import type { ListedDonor } from '#contract/admin/donors/search.ts';
import { adminDonorCalls } from '#contract/calls/admin/donors/search.ts';
import { callForPage } from '#web/api.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { formatDay } from '#web/ui/format-date.ts';
import { Link } from '#web/ui/link.tsx';
import { AdminPage } from '../ui/admin-page.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Email } from '../ui/email.tsx';
import { Filters, useFilters, type Filter } from '../ui/filters.tsx';
import { usePages } from '../ui/use-pages.ts';
import { KindPill } from './kind-pill.tsx';
import rules from './donors.css?inline';

adoptStyles(rules);

/** `/admin/donors`: finds donors with and without an account. */
export default function DonorsPage(): JSX.Element {
  return (
    <AdminPage title="Donors" description="Donors with and without an account." path="/admin/donors" right="readDonors">
      <Donors />
    </AdminPage>
  );
}

function Donors(): JSX.Element {
  const chosen = useFilters(filters);
  const { query, more } = usePages(['admin-donors', chosen], (cursor, signal) =>
    callForPage(adminDonorCalls.searchDonors, { query: { ...chosen, ...cursor }, signal }),
  );
  return (
    <>
      <Filters label="Search donors" filters={filters} />
      <p className="donors-hint">
        Search by email address, the beginning of a name, donor ID or transaction ID. A guest is an address that was
        typed when paying.
      </p>
      <QueryView query={query} loading={<Loading />} failure="We couldn't load the donors.">
        {(donors) => (
          <DataTable
            caption="Donors, newest first"
            columns={columns}
            rows={donors}
            keyOf={({ id }) => id}
            empty={<p>No donor matches.</p>}
            more={more}
          />
        )}
      </QueryView>
    </>
  );
}

const filters: readonly Filter[] = [{ kind: 'search', name: 'search', label: 'Search' }];

const Loading = (): JSX.Element => (
  <p className="grid place-items-center py-24">
    <Spinner label="Loading donors…" />
  </p>
);

const columns: readonly Column<ListedDonor>[] = [
  {
    name: 'Donor',
    hasLongWords: true,
    cell: ({ id, name, email }) => (
      <Link to={`/admin/donors/${id}`} className="link donors-name">
        {name === null ? <Email address={email} /> : <bdi>{name}</bdi>}
      </Link>
    ),
  },
  { name: 'Email', hasLongWords: true, cell: ({ email }) => <Email address={email} /> },
  { name: 'Kind', cell: (donor) => <KindPill donor={donor} /> },
  { name: 'Since', cell: ({ at }) => <span className="whitespace-nowrap">{formatDay(new Date(at))}</span> },
];
