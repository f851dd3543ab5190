import { useState, type JSX } from 'react';
import { formatCount } from '#domain/money/format.ts';
import { displayRewards, type Rewards } from '#domain/rewards/rewards.ts';
import { formatDays } from '#domain/rewards/streak-goal.ts';
import { useDonations } from '#web/history/index.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton } from '#web/ui/feedback/query-view.tsx';
import { isSameDay, streakWeek, type StreakDay } from './streak-week.ts';

/** Streak, points and progress toward the next goal (spec 2, Rewards). */
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

interface GoalRingProps {
  /** 0 to 100. */
  readonly percent: number;
  readonly label: string;
  /** Text in the middle. */
  readonly children: string;
}

/** A progress ring that fills clockwise from the top. */
const GoalRing = ({ percent, label, children }: GoalRingProps): JSX.Element => (
  <div className="goal-ring">
    <svg
      viewBox="0 0 120 120"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(percent)}
    >
      <circle cx="60" cy="60" r="53" className="goal-ring-track" />
      {percent > 0 && (
        <circle cx="60" cy="60" r="53" pathLength="100" strokeDasharray={`${percent} 100`} className="goal-ring-fill" />
      )}
    </svg>
    <p className="goal-ring-text">{children}</p>
  </div>
);

/** The last seven days, today last. */
const StreakDays = ({ days }: { readonly days: readonly StreakDay[] }): JSX.Element => (
  <ol aria-label="The last seven days" className="streak-days">
    {days.map(({ name, isToday, isInStreak }) => (
      <li key={name} aria-current={isToday ? 'date' : undefined} className="streak-day" data-given={isInStreak}>
        <span className="streak-mark">{isInStreak && <Icon name="check" className="size-5" />}</span>
        <span>{isToday ? 'Today' : name}</span>
        <span className="sr-only">{isInStreak ? ': given' : ': no gift'}</span>
      </li>
    ))}
  </ol>
);

interface Today {
  readonly today: Date;
  readonly gaveToday: boolean;
  /** False until the donations have loaded: only they show whether the streak ends today or yesterday. */
  readonly isKnown: boolean;
}

function useToday(): Today {
  const [today] = useState(() => new Date());
  const { data: donations } = useDonations();
  const gaveToday = donations?.some(({ donatedAt }) => donatedAt && isSameDay(donatedAt, today)) ?? false;
  return { today, gaveToday, isKnown: donations !== undefined };
}

/** Always encouraging; never mentions a missed day. */
function encourage({ streak, badges }: Rewards, gaveToday: boolean | undefined): string {
  if (streak === 0)
    return badges.length === 0 ? 'One gift starts your first streak.' : 'Every day is a good first day.';
  if (gaveToday === undefined) return 'Every day you give counts.';
  return gaveToday ? "You've given today. Thank you!" : `Give today to make it ${formatDays(streak + 1)}.`;
}

/** Shown while the streak loads (spec 2, Rewards). */
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
    <Skeleton className="streak-text-skeleton" />
  </section>
);
