import { useState, type JSX } from 'react';
import { formatCount } from '#domain/money/format.ts';
import { displayRewards, type Rewards } from '#domain/rewards/rewards.ts';
import { formatDays } from '#domain/rewards/streak-goal.ts';
import { useDonations } from '#web/history/index.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { GoalRing } from './goal-ring.tsx';
import { StreakDays } from './streak-days.tsx';
import { isSameDay, streakWeek } from './streak-week.ts';

/** The streak, the points and the way to the next goal (spec 2, Rewards). */
export function StreakCard({ rewards }: { readonly rewards: Rewards }): JSX.Element {
  const { streakLabel, points, goal } = displayRewards(rewards);
  const { today, gaveToday, isKnown } = useToday();
  return (
    <section aria-labelledby="streak-heading" className="rewards-card">
      <h2 id="streak-heading" className="text-2xl">
        Your Donation Streak
      </h2>
      <div className="streak-head">
        <GoalRing percent={goal.progressPercent} label={`Progress toward ${formatDays(goal.goalDays)}`}>
          {streakLabel}
        </GoalRing>
        <dl className="streak-figures">
          <div>
            <dt>Points</dt>
            <dd>{formatCount(points)}</dd>
          </div>
          <div>
            <dt>Next goal</dt>
            <dd>{formatDays(goal.goalDays)}</dd>
          </div>
        </dl>
      </div>
      {isKnown && <StreakDays days={streakWeek(rewards.streak, gaveToday, today)} />}
      <p className="font-bold">{encourage(rewards, isKnown ? gaveToday : undefined)}</p>
    </section>
  );
}

interface Today {
  readonly today: Date;
  readonly gaveToday: boolean;
  /** Until the donations are there, nobody knows whether the streak ends today or yesterday. */
  readonly isKnown: boolean;
}

function useToday(): Today {
  const [today] = useState(() => new Date());
  const { data: donations } = useDonations();
  const gaveToday = donations?.some(({ donatedAt }) => donatedAt && isSameDay(donatedAt, today)) ?? false;
  return { today, gaveToday, isKnown: donations !== undefined };
}

/** Warm words, whatever the streak: never a reproach for a day without. */
function encourage({ streak, badges }: Rewards, gaveToday: boolean | undefined): string {
  if (streak === 0)
    return badges.length === 0 ? 'One gift starts your first streak.' : 'Every day is a good first day.';
  if (gaveToday === undefined) return 'Every day you give counts.';
  return gaveToday ? 'Today is in. Thank you!' : `A gift today makes it ${formatDays(streak + 1)}.`;
}

/** Stands in for the streak while it loads (spec 2, Rewards). */
export const StreakSkeleton = (): JSX.Element => (
  <section aria-labelledby="streak-heading" aria-busy="true" className="rewards-card">
    <h2 id="streak-heading" className="text-2xl">
      Your Donation Streak
    </h2>
    <p role="status" className="sr-only">
      Loading your rewards…
    </p>
    <div className="streak-head">
      <Skeleton className="goal-ring-skeleton" />
      <Skeleton className="streak-figures-skeleton" />
    </div>
    <Skeleton className="streak-days-skeleton" />
    <Skeleton className="streak-words-skeleton" />
  </section>
);
