import { useState, type JSX, type ReactNode } from 'react';
import { DonationList, DonationListSkeleton, NoDonations, useDonations } from '#web/history/index.ts';
import { formatDay } from '#web/ui/format-date.ts';
import { useUser } from '#web/session/index.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { FailedBox } from '#web/ui/failed-box.tsx';

/** Donations on the home page, and skeletons in their place (spec 9; spec 4, Loading placeholders). */
const latestMax = 3;

/** A donor's latest donations, with the way to all of them when there are more. A missing date reads as today's (spec 3). */
export default function DonorHistory(): JSX.Element {
  const { status } = useUser();
  const { data: donations, isError, isFetching, refetch } = useDonations();
  const [today] = useState(() => formatDay(new Date()));
  if (donations?.length === 0) return <NoDonations />;
  if (donations) {
    return (
      <Below>
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
      </Below>
    );
  }
  if (status === 'unreachable' || (isError && !isFetching)) {
    return (
      <Below>
        <FailedBox
          text="Failed to load your donation history"
          onRetry={() => (status === 'unreachable' ? window.location.reload() : void refetch())}
        />
      </Below>
    );
  }
  return (
    <Below>
      <DonationListSkeleton rows={latestMax} />
    </Below>
  );
}

const Below = ({ children }: { children: ReactNode }): JSX.Element => <div className="mt-8">{children}</div>;
