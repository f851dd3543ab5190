import { dayNumber } from './day-number.ts';

/** A current or past streak: consecutive days with a donation. The days just before and after it have none. */
export interface Run {
  /** The first day, as counted by `dayNumber`. */
  readonly firstDayNumber: number;
  readonly lengthDays: number;
}

/** Finds all runs among a donor's calendar days, YYYY-MM-DD, oldest first. The order and repetition of days do not matter. */
export function runsOf(calendarDays: Iterable<string>): readonly Run[] {
  const numbers = Array.from(new Set(calendarDays), dayNumber).toSorted((left, right) => left - right);
  const runs: Run[] = [];
  let firstDayNumber = Number.NaN; // no day follows NaN, so the first number starts a run
  let lengthDays = 0;
  for (const number of numbers) {
    if (number !== firstDayNumber + lengthDays) {
      if (lengthDays > 0) runs.push({ firstDayNumber, lengthDays });
      firstDayNumber = number;
      lengthDays = 0;
    }
    lengthDays += 1;
  }
  if (lengthDays > 0) runs.push({ firstDayNumber, lengthDays });
  return runs;
}

/**
 * Returns the streak in days: consecutive days that end today or yesterday, otherwise 0 (spec-readings, Rewards). `today` is the
 * donor's calendar day. A donation made in a zone farther east can have a later day. That day counts when it begins in this zone.
 */
export function streakOf(runs: readonly Run[], today: string): number {
  const todayNumber = dayNumber(today);
  return daysUpTo(todayNumber, runs) || daysUpTo(todayNumber - 1, runs);
}

/** Returns the longest streak in days; 0 if there is none. */
export const longestStreakOf = (runs: readonly Run[]): number =>
  runs.reduce((longest, { lengthDays }) => Math.max(longest, lengthDays), 0);

/** Returns the length of the run up to and including this day; 0 for a day without a donation. */
function daysUpTo(number: number, runs: readonly Run[]): number {
  const run = runs.findLast(({ firstDayNumber }) => firstDayNumber <= number);
  if (!run || number >= run.firstDayNumber + run.lengthDays) return 0;
  return number - run.firstDayNumber + 1;
}
