import { useState, type JSX } from 'react';
import { UnclaimedOffer } from '#web/claim/index.ts';
import { DonationList, DonationListSkeleton, NoDonations, useDonations } from '#web/history/index.ts';
import { formatDay } from '#web/ui/format-date.ts';
import { useUser } from '#web/session/index.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';

const latestMax = 3; // donations, and skeletons while they load (spec 9; spec 4, Loading placeholders)

/** A donor's latest donations, and the unclaimed ones that this browser remembers. */
export default function DonorHistory(): JSX.Element {
  return (
    <div className="mt-8">
      <UnclaimedOffer />
      <LatestDonations />
    </div>
  );
}

/** The latest donations, with a link to all if there are more. A missing date is shown as today (spec 3). */
function LatestDonations(): JSX.Element {
  const { status } = useUser();
  const { data, isError, refetch } = useDonations();
  const [today] = useState(() => formatDay(new Date()));
  const isUnreachable = status === 'unreachable';
  if (data?.length === 0) return <NoDonations />;
  return (
    <div className="mt-8">
      <QueryView
        query={{ data, isError: isError || isUnreachable, refetch }}
        loading={<DonationListSkeleton rows={latestMax} />}
        failure="Failed to load your donation history"
        onRetry={() => (isUnreachable ? window.location.reload() : void refetch())}
      >
        {(donations) => (
          <>
            <DonationList donations={donations.slice(0, latestMax)} missingDate={today} />
            {donations.length > latestMax && (
              <p className="mt-4">
                <ButtonLink to="/donation-history" tone="secondary">
                  <span>
                    View all<span className="sr-only"> donations</span>
                  </span>
                </ButtonLink>
              </p>
            )}
          </>
        )}
      </QueryView>
    </div>
  );
}
