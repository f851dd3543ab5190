import { lazy, useState, type JSX } from 'react';
import { useParams } from 'wouter';
import type { DonorDetail } from '#contract/admin/donors.ts';
import { ApiError } from '#web/api.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { Link } from '#web/ui/link.tsx';
import { dateColumn, factColumns } from '../donations/donation-columns.tsx';
import { AdminPage } from '../ui/admin-page.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { DonorFacts } from './donor-facts.tsx';
import { DonorMessages, DonorNotes, DonorPlans } from './donor-lists.tsx';
import { useDonor, useDonorDonations } from './use-donors.ts';
import rules from './donors.css?inline';

adoptStyles(rules);

const DonorActions = lazy(async () => ({ default: (await import('./donor-actions.tsx')).DonorActions }));

/** `/admin/donors/{id}`: an account or a guest, with everything that we know about them. */
export default function DonorPage(): JSX.Element {
  const { id = '' } = useParams();
  return (
    <AdminPage
      title="Donor"
      description="One donor with donations, messages and consent."
      path="/admin/donors"
      right="readDonors"
      aside={
        <Link to="/admin/donors" className="link">
          All donors
        </Link>
      }
    >
      <Donor key={id} id={id} />
    </AdminPage>
  );
}

function Donor({ id }: { readonly id: string }): JSX.Element {
  const [ended, setEnded] = useState<string>();
  const query = useDonor(id);
  if (ended !== undefined) return <p role="status">{ended}</p>;
  if (query.error instanceof ApiError && query.error.code === 'not_found') return <p>{query.error.serverSentence}</p>;
  return (
    <QueryView query={query} loading={<Loading />} failure="We couldn't load the donor.">
      {(donor) => (
        <div className="donor">
          <DonorFacts donor={donor} />
          <LazyPart>
            <DonorActions donor={donor} onEnded={setEnded} />
          </LazyPart>
          <DonorDonations donor={donor} />
          {donor.plans.length > 0 && <DonorPlans plans={donor.plans} />}
          {donor.messages !== null && <DonorMessages messages={donor.messages} />}
          {donor.notes.length > 0 && <DonorNotes notes={donor.notes} />}
        </div>
      )}
    </QueryView>
  );
}

function DonorDonations({ donor }: { readonly donor: DonorDetail }): JSX.Element {
  const { query, more } = useDonorDonations(donor.id);
  return (
    <section aria-labelledby="donor-donations">
      <h2 id="donor-donations">Donations</h2>
      <QueryView query={query} loading={<Loading />} failure="We couldn't load the donations.">
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

const Loading = (): JSX.Element => (
  <p className="grid place-items-center py-24">
    <Spinner label="Loading…" />
  </p>
);
