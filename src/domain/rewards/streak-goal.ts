import { formatCountOf } from '#domain/money/format.ts';
import { badgeCatalogue, type BadgeId } from './badges.ts';

export interface StreakGoal {
  readonly goalDays: number;
  /** The progress from the last goal to this one: at least 0, below 100, not rounded. */
  readonly progressPercent: number;
}

export interface NextBadge {
  readonly id: BadgeId;
  readonly name: string;
  readonly hint: string;
}

/** Returns the next goal of a streak of 0 or more days (tiers and formulas of spec 4). */
export function streakGoal(streak: number): StreakGoal {
  if (streak < 3) return { goalDays: 3, progressPercent: (streak / 3) * 100 };
  if (streak < 7) return { goalDays: 7, progressPercent: ((streak - 3) / 4) * 100 };
  if (streak < 30) return { goalDays: 30, progressPercent: ((streak - 7) / 23) * 100 };
  const sinceGoal = streak % 10;
  return { goalDays: streak - sinceGoal + 10, progressPercent: (sinceGoal / 10) * 100 }; // spec 4: 30 or more, next multiple of 10
}

/**
 * Returns the badge in the 'Next Badge to Unlock' box: the badge to which the current streak leads (spec 4, Next-badge hint). If
 * it is already earned, returns the next unearned badge; `undefined` if all are earned.
 */
export function nextBadge(streak: number, earned: readonly BadgeId[]): NextBadge | undefined {
  const candidates = badgesAhead.slice(badgesAhead.indexOf(badgeAhead(streak)));
  const id = candidates.find((candidate) => !earned.includes(candidate));
  return id && { id, name: badgeCatalogue[id].name, hint: hintFor(id, streak) };
}

/** The badges in the order in which the box names them. First Donation is missing because it is always earned first. */
const badgesAhead = ['three_day_streak', 'week_streak', 'month_streak', 'charity_explorer', 'big_donor'] as const;

type BadgeAhead = (typeof badgesAhead)[number];

function badgeAhead(streak: number): BadgeAhead {
  if (streak < 3) return 'three_day_streak';
  if (streak < 7) return 'week_streak';
  if (streak < 30) return 'month_streak';
  return 'charity_explorer';
}

function hintFor(id: BadgeAhead, streak: number): string {
  switch (id) {
    case 'three_day_streak':
      return 'Donate for 3 consecutive days';
    case 'week_streak':
      return moreDaysTo(7, streak);
    case 'month_streak':
      return moreDaysTo(30, streak);
    case 'charity_explorer':
      return 'Donate to 3 different charities';
    case 'big_donor':
      return 'Donate over US$100 in total';
  }
}

/** Returns a hint: `4 more days in a row to reach 7`, or `Donate for 7 consecutive days` if there is no streak. */
const moreDaysTo = (goalDays: number, streak: number): string => {
  if (streak === 0) return `Donate for ${goalDays} consecutive days`;
  const daysLeft = goalDays - streak;
  return `${daysLeft} more ${daysLeft === 1 ? 'day' : 'days'} in a row to reach ${goalDays}`;
};

/** Formats a number of days: `1 day`, `0 days`, `1,000 days` (spec 2, Rewards). */
export const formatDays = (days: number): string => formatCountOf(days, 'day');
