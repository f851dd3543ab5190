/**
 * Returns the whole days from 1970-01-01 to a calendar day, YYYY-MM-DD. Consecutive days have consecutive numbers, and no time
 * zone is involved. Throws RangeError if the calendar has no such day.
 */
export function dayNumber(calendarDay: string): number {
  const midnightMs = pattern.test(calendarDay) ? Date.parse(calendarDay) : Number.NaN; // a date without a time is UTC
  if (new Date(midnightMs).getUTCDate() !== Number(calendarDay.slice(-2))) {
    throw new RangeError(`${calendarDay} is not a calendar day`); // some engines read February 30 as March 2
  }
  return midnightMs / dayMs;
}

/** Returns the calendar day, YYYY-MM-DD, with this number. */
export const calendarDayOf = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10);

const pattern = /^\d{4}-\d{2}-\d{2}$/;
const dayMs = 86_400_000; // UTC has no clock changes
