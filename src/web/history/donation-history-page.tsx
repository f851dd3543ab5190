import type { JSX } from 'react';
import { formatCount } from '#domain/money/format.ts';
import { DonorPage } from '#web/layout/donor-page.tsx';
import { FailedBox } from '#web/ui/failed-box.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { DonationList } from './donation-list.tsx';
import { NoDonations } from './no-donations.tsx';
import { useDonations } from './use-donations.ts';

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
  const { data: donations, isError } = useDonations();
  if (isError) {
    return <FailedBox text="Failed to load your donation history" onRetry={() => window.location.reload()} />;
  }
  if (!donations) {
    return (
      <p className="grid place-items-center py-24">
        <Spinner label="Loading your donation history…" />
      </p>
    );
  }
  if (donations.length === 0) return <NoDonations />;
  return (
    <>
      <p className="mb-4 text-muted">{describeLength(donations.length)}</p>
      <DonationList donations={donations} missingDate="Date unavailable" />
    </>
  );
}

/** The list of the wire ends after so many (design 6). */
const donationsMax = 1000;

function describeLength(count: number): string {
  if (count >= donationsMax) return `Your latest ${formatCount(count)} donations, newest first`;
  return count === 1 ? '1 donation' : `${formatCount(count)} donations, newest first`;
}
