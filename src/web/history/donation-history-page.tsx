import { useEffect, useRef, type JSX } from 'react';
import { formatCount } from '#domain/money/format.ts';
import { UnclaimedOffer } from '#web/claim/index.ts';
import { DonorPage } from '#web/layout/donor-page.tsx';
import { Button } from '#web/ui/button.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Link } from '#web/ui/link.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { DonationDetails } from './donation-details.tsx';
import { DonationList } from './donation-list.tsx';
import { NoDonations } from './no-donations.tsx';
import { YearlyStatements } from './yearly-statements.tsx';
import { useDonationPages, type Donation, type MoreDonations } from './use-donations.ts';

/** `/donation-history` (spec 2, Donation History page). */
export default function DonationHistoryPage(): JSX.Element {
  return (
    <DonorPage
      title="Donation History"
      description="Every gift you have made, newest first."
      path="/donation-history"
      aside={
        <Link to="/impact" className="link">
          See your impact
        </Link>
      }
    >
      <UnclaimedOffer />
      <DonationHistory />
    </DonorPage>
  );
}

/** Try Again reloads the page (spec 2, Donation History page). */
function DonationHistory(): JSX.Element {
  const { query, more } = useDonationPages();
  return (
    <QueryView
      query={query}
      loading={<Loading />}
      failure="Failed to load your donation history"
      onRetry={() => window.location.reload()}
      isEmpty={(donations) => donations.length === 0}
      empty={<NoDonations />}
    >
      {(donations) => <Donations donations={donations} more={more} />}
    </QueryView>
  );
}

const Loading = (): JSX.Element => (
  <p className="grid place-items-center py-24">
    <Spinner label="Loading your donation history…" />
  </p>
);

interface DonationsProps {
  readonly donations: readonly Donation[];
  readonly more: MoreDonations;
}

function Donations({ donations, more }: DonationsProps): JSX.Element {
  const { listRef, showMore } = useFocusOnOlderDonations(donations.length, more);
  return (
    <>
      <p role="status" className="mb-4 text-muted">
        {describeLength(donations.length, more.isAvailable)}
      </p>
      <div ref={listRef}>
        <DonationList donations={donations} missingDate="Date unavailable" Details={DonationDetails} />
      </div>
      {more.isAvailable && <ShowMore more={more} onShow={showMore} />}
      <YearlyStatements />
    </>
  );
}

/** Moves the focus to the first of the older donations after they are loaded, because the focused button may be gone. */
function useFocusOnOlderDonations(count: number, more: MoreDonations) {
  const listRef = useRef<HTMLDivElement>(null);
  const countBefore = useRef(Infinity);
  useEffect(() => {
    if (count <= countBefore.current) return;
    listRef.current?.querySelectorAll<HTMLElement>('li>a')[countBefore.current]?.focus(); // the receipts
    countBefore.current = Infinity;
  }, [count]);
  function showMore(): void {
    countBefore.current = count;
    more.show();
  }
  return { listRef, showMore };
}

const ShowMore = ({ more, onShow }: { readonly more: MoreDonations; readonly onShow: () => void }): JSX.Element => (
  <div className="mt-6 grid justify-items-center gap-3">
    {more.hasFailed && (
      <p role="alert" className="font-bold text-danger">
        We couldn't load older donations. Please try again.
      </p>
    )}
    <Button tone="secondary" aria-busy={more.isLoading} onClick={() => !more.isLoading && onShow()}>
      {more.isLoading ? 'Loading…' : 'Show more'}
    </Button>
  </div>
);

function describeLength(count: number, hasMore: boolean): string {
  if (hasMore) return `Your latest ${formatCount(count)} donations, newest first`;
  return count === 1 ? '1 donation' : `${formatCount(count)} donations, newest first`;
}
