import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { JSX } from 'react';
import { donorCalls } from '#contract/calls/donor.ts';
import type { RewardsResponse } from '#contract/donor.ts';
import { badgeIds } from '#domain/rewards/badges.ts';
import type { Rewards } from '#domain/rewards/rewards.ts';
import { callEndpoint } from '#web/api.ts';
import { useImpact } from '#web/impact/index.ts';
import { DonorPage } from '#web/layout/donor-page.tsx';
import { useUser } from '#web/session/index.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { QueryView, Skeleton } from '#web/ui/feedback/query-view.tsx';
import { Link } from '#web/ui/link.tsx';
import { BadgeShelf, NextBadgeCard } from './badges.tsx';
import { GivingCard } from './giving-card.tsx';
import rules from './rewards.css?inline';
import { StreakCard, StreakSkeleton } from './streak-card.tsx';

adoptStyles(rules);

/** `/rewards`: streak, points and badges (spec 2, Rewards). */
export default function RewardsPage(): JSX.Element {
  return (
    <DonorPage
      title="Your Rewards"
      description="Your donation streak, points and badges."
      path="/rewards"
      aside={
        <Link to="/donation-history" className="link">
          View Donation History
        </Link>
      }
    >
      <RewardsBoard />
    </DonorPage>
  );
}

/** A donor without donations also sees where to start. */
function RewardsBoard(): JSX.Element {
  const rewards = useRewards();
  const { data: impact } = useImpact();
  return (
    <div className="rewards">
      {impact?.donationsCount === 0 && <StartJourney />}
      <div className="rewards-column">
        <QueryView query={rewards} loading={<Loading />} failure="Failed to load your rewards.">
          {(earned) => (
            <>
              <StreakCard rewards={earned} />
              <BadgeShelf rewards={earned} />
            </>
          )}
        </QueryView>
      </div>
      <div className="rewards-column">
        {rewards.data && <NextBadgeCard rewards={rewards.data} />}
        <GivingCard />
      </div>
    </div>
  );
}

/** Banner for a donor without donations; leads to `/` (spec 2, Rewards). */
const StartJourney = (): JSX.Element => (
  <section aria-labelledby="journey-heading" className="start-journey">
    <img src="/art/step-forward.svg" alt="" width="160" height="120" className="h-auto w-40" />
    <div className="start-journey-text">
      <h2 id="journey-heading" className="text-2xl">
        Start Your Journey
      </h2>
      <p className="mt-1">Your first gift starts a streak and earns your first badge.</p>
    </div>
    <ButtonLink to="/" size="large">
      Donate Now
    </ButtonLink>
  </section>
);

const Loading = (): JSX.Element => (
  <>
    <StreakSkeleton />
    <Skeleton className="badges-skeleton" />
  </>
);

/** Loads the donor's streak, points and badges; only if someone is signed in (spec 4). */
function useRewards(): UseQueryResult<Rewards> {
  const { user } = useUser();
  return useQuery({
    queryKey: ['rewards', user?.id],
    queryFn: async ({ signal }) => toRewards(await callEndpoint(donorCalls.getRewards, { signal })),
    enabled: user !== null,
  });
}

/** Puts the badges into the catalogue's order, and leaves out ids that this page does not know. */
const toRewards = ({ badges, ...rewards }: RewardsResponse): Rewards => ({
  ...rewards,
  badges: badgeIds.filter((id) => badges.includes(id)),
});
