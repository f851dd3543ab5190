import { formatCount } from '#domain/money/format.ts';
import { badgeCatalogue, type BadgeId } from './badges.ts';

export interface StreakGoal {
  readonly goalDays: number;
  /** Progress from the last goal to this one: 0 to below 100, not rounded. */
  readonly progressPercent: number;
}

export interface NextBadge {
  readonly id: BadgeId;
  readonly name: string;
  readonly hint: string;
}

/** The next goal of a streak of 0 or more days (tiers and formulas of spec 4). */
export function streakGoal(streak: number): StreakGoal {
  if (streak < 3) return { goalDays: 3, progressPercent: (streak / 3) * 100 };
  if (streak < 7) return { goalDays: 7, progressPercent: ((streak - 3) / 4) * 100 };
  if (streak < 30) return { goalDays: 30, progressPercent: ((streak - 7) / 23) * 100 };
  const sinceGoal = streak % 10;
  return { goalDays: streak - sinceGoal + 10, progressPercent: (sinceGoal / 10) * 100 }; // spec 4: 30 or more, next multiple of 10
}

/**
 * The 'Next Badge to Unlock' box. It depends only on the current streak (spec 4, Next-badge hint), so it may name a badge
 * that an earlier streak has already earned.
 */
export function nextBadge(streak: number): NextBadge {
  if (streak < 3) return named('three_day_streak', 'Donate for 3 consecutive days');
  if (streak < 7) return named('week_streak', moreDaysTo(7, streak));
  if (streak < 30) return named('month_streak', moreDaysTo(30, streak));
  return named('charity_explorer', 'Donate to 3 different charities');
}

/** `4 more days in a row to reach 7`. */
const moreDaysTo = (goalDays: number, streak: number): string => {
  const daysLeft = goalDays - streak;
  return `${daysLeft} more ${daysLeft === 1 ? 'day' : 'days'} in a row to reach ${goalDays}`;
};

/** `1 day`, `0 days`, `1,000 days` (spec 2, Rewards). */
export const formatDays = (days: number): string => `${formatCount(days)} ${days === 1 ? 'day' : 'days'}`;

const named = (id: BadgeId, hint: string): NextBadge => ({ id, name: badgeCatalogue[id].name, hint });
