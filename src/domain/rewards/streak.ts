import { dayNumber } from './day-number.ts';

/** Days in a row, each with a donation, and none on the day before or after: a streak that is, or was. */
export interface Run {
  /** Number of its first day in the calendar, as `dayNumber` counts. */
  readonly firstDayNumber: number;
  readonly lengthDays: number;
}

/** All runs among the civil days, YYYY-MM-DD, on which somebody gave, oldest first. Order and repetition of the days say nothing. */
export function runsOf(civilDays: Iterable<string>): readonly Run[] {
  const numbers = Array.from(new Set(civilDays), dayNumber).toSorted((left, right) => left - right);
  const runs: Run[] = [];
  let firstDayNumber = Number.NaN; // no day follows it, so the first number begins a run
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
 * The streak, in days: the days in a row that end today or yesterday, else 0 (rulings, Rewards). `today` is the donor's
 * civil day. A gift made further east may lie on a day that has not come here yet: it counts when that day comes.
 */
export function streakOf(runs: readonly Run[], today: string): number {
  const todayNumber = dayNumber(today);
  return daysUpTo(todayNumber, runs) || daysUpTo(todayNumber - 1, runs);
}

/** The longest streak there ever was, in days; 0 without any. */
export const longestStreakOf = (runs: readonly Run[]): number =>
  runs.reduce((longest, { lengthDays }) => Math.max(longest, lengthDays), 0);

/** How many days of its run a day closes, itself counted; 0 for a day without a donation. */
function daysUpTo(number: number, runs: readonly Run[]): number {
  const run = runs.findLast(({ firstDayNumber }) => firstDayNumber <= number);
  if (!run || number >= run.firstDayNumber + run.lengthDays) return 0;
  return number - run.firstDayNumber + 1;
}
