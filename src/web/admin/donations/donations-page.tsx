import { useQuery } from '@tanstack/react-query';
import { lazy, type JSX } from 'react';
import type { ListedDonation } from '#contract/admin/donations/search.ts';
import { listCharities } from '#contract/catalogue.ts';
import { callEndpoint } from '#web/api.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { AdminPage } from '../ui/admin-page.tsx';
import { DataTable, type Column, type MoreRows } from '../ui/data-table.tsx';
import { Filters, useFilters, type Filter } from '../ui/filters.tsx';
import { providerNames } from '../ui/provider-names.ts';
import { dateColumn, factColumns } from './donation-columns.tsx';
import { kindNames, stateNames } from './donation-state.tsx';
import { useFoundDonations } from './use-donations.ts';
import rules from './donations.css?inline';

const ExportLink = lazy(async () => ({ default: (await import('./export-link.tsx')).ExportLink }));

adoptStyles(rules);

/** `/admin/donations`: finds any donation or payment. */
export default function DonationsPage(): JSX.Element {
  return (
    <AdminPage title="Donations" description="All donations and payments." path="/admin/donations" right="readDonors">
      <Donations />
    </AdminPage>
  );
}

function Donations(): JSX.Element {
  const filters = useDonationFilters();
  const chosen = useFilters(filters);
  const { query, more } = useFoundDonations(chosen);
  return (
    <>
      <Filters label="Search donations" filters={filters} />
      <p className="donations-hint">
        Search by email address, name, transaction ID, the provider&apos;s ID, last four digits of the card, amount
        charged such as CA$5.24, or day such as 2026-03-04. Days are in UTC.
      </p>
      <QueryView query={query} loading={<Loading />} failure="We couldn't load the donations.">
        {({ donations, searchedBackTo }) => (
          <>
            <DataTable
              caption="Donations, newest first"
              columns={columns}
              rows={donations}
              keyOf={({ id }) => id}
              empty={more ? null : <p>No donation matches.</p>}
              more={donations.length > 0 ? more : undefined}
            />
            <p role="status" className="donations-hint">
              {searchedBackTo !== null && `Searched back to ${formatMoment(new Date(searchedBackTo))}.`}{' '}
              {donations.length === 0 && more && <SearchFurther more={more} />}
            </p>
            {donations.length > 0 && (
              <LazyPart>
                <ExportLink chosen={chosen} />
              </LazyPart>
            )}
          </>
        )}
      </QueryView>
    </>
  );
}

/** Continues a search that has found nothing yet. */
const SearchFurther = ({ more: { isLoading, load } }: { readonly more: MoreRows }): JSX.Element => (
  <button type="button" className="button button-secondary" aria-disabled={isLoading} onClick={load}>
    {isLoading ? 'Searching…' : 'Search further back'}
  </button>
);

const Loading = (): JSX.Element => (
  <p className="grid place-items-center py-24">
    <Spinner label="Loading donations…" />
  </p>
);

const columns: readonly Column<ListedDonation>[] = [
  dateColumn,
  { name: 'Donor', hasLongWords: true, cell: (donation) => <Donor donation={donation} /> },
  ...factColumns,
];

const Donor = ({ donation: { donorName, email } }: { readonly donation: ListedDonation }): JSX.Element => (
  <>
    {donorName !== null && <bdi className="donations-name">{donorName}</bdi>}
    <bdi className="donations-email">{email ?? (donorName === null ? 'Guest without an address' : '')}</bdi>
  </>
);

/** Returns the filters of the search. Their list of charities is loaded shortly after the page. */
function useDonationFilters(): readonly Filter[] {
  const { data: charities = [] } = useQuery({
    queryKey: ['charities'],
    queryFn: ({ signal }) => callEndpoint(listCharities, { signal }),
  });
  const choices = (names: Readonly<Record<string, string>>, all: string) => [
    { value: '', label: all },
    ...Object.entries(names).map(([value, label]) => ({ value, label })),
  ];
  return [
    { kind: 'search', name: 'search', label: 'Search' },
    { kind: 'choice', name: 'state', label: 'State', options: choices(stateNames, 'All paid') },
    {
      kind: 'choice',
      name: 'charity',
      label: 'Charity',
      options: choices(Object.fromEntries(charities.map(({ id, name }) => [String(id), name])), 'All charities'),
    },
    { kind: 'choice', name: 'provider', label: 'Provider', options: choices(providerNames, 'Stripe and PayPal') },
    { kind: 'choice', name: 'kind', label: 'Kind', options: choices(kindNames, 'One-time and monthly') },
    { kind: 'date', name: 'from', label: 'From' },
    { kind: 'date', name: 'to', label: 'To' },
  ];
}
