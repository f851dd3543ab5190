import { formatCount } from '#domain/money/format.ts';
import { badgeCatalogue, type BadgeId } from './badges.ts';

/** What a streak is on its way to. */
export interface StreakGoal {
  readonly goalDays: number;
  /** How far it has come from the last goal to this one: 0 to below 100, not rounded. */
  readonly progressPercent: number;
}

/** The badge to unlock next, and what to do for it. */
export interface NextBadge {
  readonly id: BadgeId;
  readonly name: string;
  readonly hint: string;
}

/** The next goal of a streak of whole days, 0 or more, and the progress toward it: the tiers and formulas of spec 4. */
export function streakGoal(streak: number): StreakGoal {
  if (streak < 3) return { goalDays: 3, progressPercent: (streak / 3) * 100 };
  if (streak < 7) return { goalDays: 7, progressPercent: ((streak - 3) / 4) * 100 };
  if (streak < 30) return { goalDays: 30, progressPercent: ((streak - 7) / 23) * 100 };
  const sinceGoal = streak % 10;
  return { goalDays: streak - sinceGoal + 10, progressPercent: (sinceGoal / 10) * 100 }; // spec 4: 30 or more, next multiple of 10
}

/**
 * The 'Next Badge to Unlock' box for a streak of whole days, 0 or more. It goes by the present streak alone (spec 4,
 * Next-badge hint), so it may name a badge that an earlier streak has earned already.
 */
export function nextBadge(streak: number): NextBadge {
  if (streak < 3) return named('three_day_streak', 'Donate for 3 consecutive days');
  if (streak < 7) return named('week_streak', `${formatDays(7 - streak)} left to 7 days in a row`);
  if (streak < 30) return named('month_streak', `${formatDays(30 - streak)} left to 30 days in a row`);
  return named('charity_explorer', 'Donate to 3 different charities');
}

/** A number of days as people read it: `1 day`, `0 days`, `1,000 days` (spec 2, Rewards). */
export const formatDays = (days: number): string => `${formatCount(days)} ${days === 1 ? 'day' : 'days'}`;

const named = (id: BadgeId, hint: string): NextBadge => ({ id, name: badgeCatalogue[id].name, hint });
