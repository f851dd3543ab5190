import { baseCurrency } from '#domain/money/currency.ts';
import { sum, type Money } from '#domain/money/money.ts';
import { badgeCatalogue, earnedBadges, type Badge, type BadgeId } from './badges.ts';
import { pointsOf } from './points.ts';
import { formatDays, nextBadge, streakGoal, type NextBadge, type StreakGoal } from './streak-goal.ts';
import { longestStreakOf, runsOf, streakOf } from './streak.ts';

/** What rewards need to know of a paid donation. */
export interface RewardedDonation {
  /** Civil day, YYYY-MM-DD, in the zone where the donor was. */
  readonly donatedOn: string;
  /** What remains of the gift after refunds and disputes, without the fee, in the base currency. */
  readonly amount: Money;
  readonly charityId: number;
}

/** A donor's rewards (spec 3, Rewards response). */
export interface Rewards {
  /** Days in a row up to today or yesterday. */
  readonly streak: number;
  readonly points: number;
  /** Ids of earned badges, in the catalogue's order. */
  readonly badges: readonly BadgeId[];
}

/** Rewards as the page shows them (spec 3, Rewards display data, with goal and hint). */
export interface RewardsDisplay {
  /** `1 day`, `5 days`. */
  readonly streakLabel: string;
  readonly points: number;
  readonly goal: StreakGoal;
  readonly nextBadge: NextBadge;
  readonly badges: readonly Badge[];
}

/**
 * Rewards for a donor's paid donations on the donor's civil day `today`. They depend on nothing else: a payment that
 * settles late or a gift that is claimed late counts as if it had been there in time, and a gift of which nothing remains
 * as if it had never been made.
 */
export function rewardsOf(donations: readonly RewardedDonation[], today: string): Rewards {
  const kept = donations.filter(({ amount }) => amount.amountMinor > 0);
  const runs = runsOf(kept.map(({ donatedOn }) => donatedOn));
  return {
    streak: streakOf(runs, today),
    points: pointsOf(runs),
    badges: earnedBadges({
      longestStreak: longestStreakOf(runs),
      total: sum(
        kept.map(({ amount }) => amount),
        baseCurrency,
      ),
      charitiesCount: new Set(kept.map(({ charityId }) => charityId)).size,
    }),
  };
}

/** What the page shows for a donor's rewards. */
export const displayRewards = ({ streak, points, badges }: Rewards): RewardsDisplay => ({
  streakLabel: formatDays(streak),
  points,
  goal: streakGoal(streak),
  nextBadge: nextBadge(streak),
  badges: badges.map((id) => badgeCatalogue[id]),
});
