import { lazy, type JSX } from 'react';
import { useParams } from 'wouter';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { Link } from '#web/ui/link.tsx';
import { AdminPage } from '../ui/admin-page.tsx';
import { RecordView } from '../ui/record-view.tsx';
import { Timeline } from '../ui/timeline.tsx';
import { DonationFacts } from './donation-facts.tsx';
import { toTimeline } from './donation-timeline.tsx';
import { useDonation } from './use-donation.ts';
import rules from './donations.css?inline';

adoptStyles(rules);

const DonationActions = lazy(async () => ({ default: (await import('./donation-actions.tsx')).DonationActions }));

const NoteForm = lazy(async () => ({ default: (await import('./donation-actions.tsx')).NoteForm }));

/** `/admin/donations/{id}`: everything about one donation or payment, and what the team can do about it. */
export default function DonationPage(): JSX.Element {
  const { id = '' } = useParams();
  return (
    <AdminPage
      title="Donation"
      description="One donation with everything that happened to it."
      path="/admin/donations"
      right="readDonors"
      aside={
        <Link to="/admin/donations" className="link">
          All donations
        </Link>
      }
    >
      <Donation key={id} id={id} />
    </AdminPage>
  );
}

function Donation({ id }: { readonly id: string }): JSX.Element {
  const query = useDonation(id);
  return (
    <RecordView query={query} loading={<Loading />} failure="We couldn't load the donation.">
      {(donation) => (
        <div className="donation">
          <DonationFacts donation={donation} />
          <LazyPart>
            <DonationActions donation={donation} />
          </LazyPart>
          <section aria-labelledby="timeline">
            <h2 id="timeline">Timeline</h2>
            <Timeline entries={toTimeline(donation)} />
            <LazyPart>
              <NoteForm id={donation.id} />
            </LazyPart>
          </section>
        </div>
      )}
    </RecordView>
  );
}

const Loading = (): JSX.Element => (
  <p className="grid place-items-center py-24">
    <Spinner label="Loading the donation…" />
  </p>
);
