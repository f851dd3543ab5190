import type { JSX } from 'react';
import { formatCount } from '#domain/money/format.ts';
import { displayRewards, type Rewards } from '#domain/rewards/rewards.ts';
import { formatDays } from '#domain/rewards/streak-goal.ts';
import type { WeekDay } from '#domain/rewards/week.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton } from '#web/ui/feedback/query-view.tsx';

/** Streak, points and progress toward the next goal (spec 2, Rewards). */
export function StreakCard({ rewards }: { readonly rewards: Rewards }): JSX.Element {
  const { streakLabel, points, goal } = displayRewards(rewards);
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
      {rewards.week.length > 0 && <StreakDays week={rewards.week} />}
      <p className="font-bold">{encourage(rewards)}</p>
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

/** The last seven days, today last. Every day with a donation is marked, in the current streak or not. */
const StreakDays = ({ week }: { readonly week: readonly WeekDay[] }): JSX.Element => (
  <ol aria-label="The last seven days" className="streak-days">
    {week.map(({ day, hasDonation }, index) => {
      const isToday = index === week.length - 1;
      return (
        <li key={day} aria-current={isToday ? 'date' : undefined} className="streak-day" data-given={hasDonation}>
          <span className="streak-mark">{hasDonation && <Icon name="check" className="size-5" />}</span>
          <span>{isToday ? 'Today' : weekdayOf(day)}</span>
          <span className="sr-only">{hasDonation ? ': given' : ': no gift'}</span>
        </li>
      );
    })}
  </ol>
);

/** Returns the weekday: `Mon`. */
const weekdayOf = (day: string): string =>
  new Date(day).toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' }); // a day without a time is UTC

/** Returns a sentence that always encourages, and never mentions a missed day. */
function encourage({ streak, badges, week }: Rewards): string {
  if (streak === 0)
    return badges.length === 0 ? 'One gift starts your first streak.' : 'Every day is a good first day.';
  const today = week.at(-1);
  if (!today) return 'Every day you give counts.';
  return today.hasDonation ? "You've given today. Thank you!" : `Give today to make it ${formatDays(streak + 1)}.`;
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
