import { lazy, useState, type JSX } from 'react';
import { useParams } from 'wouter';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { Link } from '#web/ui/link.tsx';
import { AdminPage } from '../ui/admin-page.tsx';
import { RecordView } from '../ui/record-view.tsx';
import { DonorFacts } from './donor-facts.tsx';
import { useDonor } from './use-donor.ts';
import rules from './donors.css?inline';

adoptStyles(rules);

const DonorDonations = lazy(async () => ({ default: (await import('./donor-donations.tsx')).DonorDonations }));

const DonorLists = lazy(async () => ({ default: (await import('./donor-lists.tsx')).DonorLists }));

const DonorStatements = lazy(async () => ({ default: (await import('./donor-statements.tsx')).DonorStatements }));

const DonorActions = lazy(async () => ({ default: (await import('./donor-actions.tsx')).DonorActions }));

/** `/admin/donors/{id}`: an account or a guest, with what we know about them. */
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
  return (
    <RecordView query={query} loading={<Loading />} failure="We couldn't load the donor.">
      {(donor) => (
        <div className="donor">
          <DonorFacts donor={donor} />
          <LazyPart>
            <DonorActions donor={donor} onEnded={setEnded} />
          </LazyPart>
          <LazyPart loading={<Loading />}>
            <DonorDonations donor={donor} />
            <DonorLists donor={donor} />
            <DonorStatements donor={donor} />
          </LazyPart>
        </div>
      )}
    </RecordView>
  );
}

const Loading = (): JSX.Element => (
  <p className="grid place-items-center py-24">
    <Spinner label="Loading…" />
  </p>
);
