import type { JSX } from 'react';
import type { DonorDetail } from '#contract/admin/donors/detail.ts';
import { donorDetailCalls } from '#contract/calls/admin/donors/detail.ts';
import { callForPage } from '#web/api.ts';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { Link } from '#web/ui/link.tsx';
import { dateColumn, factColumns } from '../donations/donation-columns.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { usePages } from '../ui/use-pages.ts';
import { donorKey } from './use-donor.ts';

/** The donations of a donor, and payments that have not become one, page by page. */
export function DonorDonations({ donor }: { readonly donor: DonorDetail }): JSX.Element {
  const { query, more } = usePages([...donorKey(donor.id), 'donations'], (cursor, signal) =>
    callForPage(donorDetailCalls.listDonorDonations, { params: { id: donor.id }, query: cursor, signal }),
  );
  return (
    <section aria-labelledby="donor-donations">
      <h2 id="donor-donations">Donations</h2>
      <QueryView query={query} loading={<Spinner label="Loading…" />} failure="We couldn't load the donations.">
        {(donations) => (
          <DataTable
            caption="Donations and payments, newest first"
            columns={[
              dateColumn,
              ...factColumns,
              ...(donor.kind === 'guest'
                ? [{ name: 'Claimed', cell: ({ donorId }: { donorId: string | null }) => claimOf(donorId) }]
                : []),
            ]}
            rows={donations}
            keyOf={({ id }) => id}
            empty={<p>No donations.</p>}
            more={more}
          />
        )}
      </QueryView>
    </section>
  );
}

const claimOf = (donorId: string | null): JSX.Element | string =>
  donorId === null ? (
    'No'
  ) : (
    <Link to={`/admin/donors/${donorId}`} className="link">
      By an account
    </Link>
  );
