import { useEffect, useRef, type JSX } from 'react';
import { formatCount } from '#domain/money/format.ts';
import { DonorPage } from '#web/layout/donor-page.tsx';
import { Button } from '#web/ui/button.tsx';
import { FourFaces } from '#web/ui/four-faces.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { DonationList } from './donation-list.tsx';
import type { Donation } from './donation.ts';
import { NoDonations } from './no-donations.tsx';
import { useDonationPages, type MoreDonations } from './use-donations.ts';

/** `/donation-history`: everything the donor has given (spec 2, Donation History page). */
export default function DonationHistoryPage(): JSX.Element {
  return (
    <DonorPage
      title="Donation History"
      description="Every gift you have made, newest first."
      path="/donation-history"
      aside={
        <PageLink to="/impact" className="link">
          See your impact
        </PageLink>
      }
    >
      <DonationHistory />
    </DonorPage>
  );
}

/** The history in one of its four faces. The spec wants the page loaded anew for another try. */
function DonationHistory(): JSX.Element {
  const { query, more } = useDonationPages();
  return (
    <FourFaces
      query={query}
      loading={<Loading />}
      failure="Failed to load your donation history"
      onRetry={() => window.location.reload()}
      isEmpty={(donations) => donations.length === 0}
      empty={<NoDonations />}
    >
      {(donations) => <Donations donations={donations} more={more} />}
    </FourFaces>
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
  const { placeRef, showMore } = useFocusOnNew(donations.length, more);
  return (
    <>
      <p role="status" className="mb-4 text-muted">
        {describeLength(donations.length, more.isThere)}
      </p>
      <div ref={placeRef}>
        <DonationList donations={donations} missingDate="Date unavailable" hasReceipts />
      </div>
      {more.isThere && <ShowMore more={more} onShow={showMore} />}
    </>
  );
}

/** Once older donations have come, focus goes to the first of them: the button that asked for them may be gone. */
function useFocusOnNew(count: number, more: MoreDonations) {
  const placeRef = useRef<HTMLDivElement>(null);
  const countBefore = useRef(Infinity);
  useEffect(() => {
    if (count <= countBefore.current) return;
    placeRef.current?.querySelectorAll('a')[countBefore.current]?.focus();
    countBefore.current = Infinity;
  }, [count]);
  function showMore(): void {
    countBefore.current = count;
    more.show();
  }
  return { placeRef, showMore };
}

const ShowMore = ({ more, onShow }: { readonly more: MoreDonations; readonly onShow: () => void }): JSX.Element => (
  <div className="mt-6 grid justify-items-center gap-3">
    {more.hasFailed && (
      <p role="alert" className="font-bold text-danger">
        The older donations did not come. Please try again.
      </p>
    )}
    <Button tone="secondary" aria-busy={more.isLoading} onClick={() => !more.isLoading && onShow()}>
      {more.isLoading ? 'Loading…' : 'Show more'}
    </Button>
  </div>
);

function describeLength(count: number, isMoreThere: boolean): string {
  if (isMoreThere) return `Your latest ${formatCount(count)} donations, newest first`;
  return count === 1 ? '1 donation' : `${formatCount(count)} donations, newest first`;
}
