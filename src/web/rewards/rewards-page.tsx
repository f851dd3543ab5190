import type { JSX } from 'react';
import { useImpact } from '#web/impact/index.ts';
import { DonorPage } from '#web/layout/donor-page.tsx';
import { adoptSheet } from '#web/ui/adopt-sheet.ts';
import { FourFaces } from '#web/ui/four-faces.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { BadgeShelf } from './badge-shelf.tsx';
import { GivingCard } from './giving-card.tsx';
import { NextBadgeCard } from './next-badge-card.tsx';
import rules from './rewards.css?inline';
import { StartJourney } from './start-journey.tsx';
import { StreakCard, StreakSkeleton } from './streak-card.tsx';
import { useRewards } from './use-rewards.ts';

adoptSheet(rules);

/** `/rewards`: streak, points and badges (spec 2, Rewards). */
export default function RewardsPage(): JSX.Element {
  return (
    <DonorPage
      title="Your Rewards"
      description="Your donation streak, points and badges."
      path="/rewards"
      aside={
        <PageLink to="/donation-history" className="link">
          View Donation History
        </PageLink>
      }
    >
      <RewardsBoard />
    </DonorPage>
  );
}

/** Rewards in one of their faces; a donor without donations sees where to start, above figures that are zero. */
function RewardsBoard(): JSX.Element {
  const rewards = useRewards();
  const { data: impact } = useImpact();
  return (
    <div className="rewards">
      {impact?.donationsCount === 0 && <StartJourney />}
      <div className="rewards-column">
        <FourFaces query={rewards} loading={<Loading />} failure="Failed to load your rewards.">
          {(earned) => (
            <>
              <StreakCard rewards={earned} />
              <BadgeShelf rewards={earned} />
            </>
          )}
        </FourFaces>
      </div>
      <div className="rewards-column">
        {rewards.data && <NextBadgeCard streak={rewards.data.streak} />}
        <GivingCard />
      </div>
    </div>
  );
}

const Loading = (): JSX.Element => (
  <>
    <StreakSkeleton />
    <Skeleton className="badges-skeleton" />
  </>
);
