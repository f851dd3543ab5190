import { baseCurrency } from '#domain/money/currency.ts';
import { sum, type Money } from '#domain/money/money.ts';
import { badgeCatalogue, earnedBadges, type Badge, type BadgeId } from './badges.ts';
import { pointsOf } from './points.ts';
import { formatDays, nextBadge, streakGoal, type NextBadge, type StreakGoal } from './streak-goal.ts';
import { longestStreakOf, runsOf, streakOf } from './streak.ts';
import { weekUpTo, type WeekDay } from './week.ts';

/** The parts of a donation that rewards depend on. */
export interface RewardedDonation {
  /** The donor's day, YYYY-MM-DD. */
  readonly donatedOn: string;
  /** The amount left after refunds and disputes, without the fee, in the base currency. */
  readonly amount: Money;
  readonly charityId: number;
}

/** The rewards that a donor has earned (spec 3, Rewards response). */
export interface Rewards {
  /** The number of consecutive days up to today or yesterday. */
  readonly streak: number;
  readonly points: number;
  /** The badges in the catalogue's order. */
  readonly badges: readonly BadgeId[];
  /** The last seven days, today last; empty when unknown. */
  readonly week: readonly WeekDay[];
}

/** Rewards as the page shows them (spec 3, Rewards display data). */
export interface RewardsDisplay {
  /** The streak in words: `1 day`, `5 days`. */
  readonly streakLabel: string;
  readonly points: number;
  readonly goal: StreakGoal;
  /** `undefined` if every badge is earned. */
  readonly nextBadge: NextBadge | undefined;
  readonly badges: readonly Badge[];
}

/**
 * Computes a donor's rewards on the calendar day `today`. They depend only on the donations and the day: a donation settled or
 * claimed late counts as if it had been on time, and a fully reversed one as if it had never been made.
 */
export function rewardsOf(donations: readonly RewardedDonation[], today: string): Rewards {
  const remaining = donations.filter(({ amount }) => amount.amountMinor > 0);
  const days = new Set(remaining.map(({ donatedOn }) => donatedOn));
  const runs = runsOf(days);
  return {
    streak: streakOf(runs, today),
    points: pointsOf(runs),
    badges: earnedBadges({
      longestStreak: longestStreakOf(runs),
      total: sum(
        remaining.map(({ amount }) => amount),
        baseCurrency,
      ),
      charitiesCount: new Set(remaining.map(({ charityId }) => charityId)).size,
    }),
    week: weekUpTo(today, days),
  };
}

export const displayRewards = ({ streak, points, badges }: Rewards): RewardsDisplay => ({
  streakLabel: formatDays(streak),
  points,
  goal: streakGoal(streak),
  nextBadge: nextBadge(streak, badges),
  badges: badges.map((id) => badgeCatalogue[id]),
});
