/**
 * Whole days from 1970-01-01 to a civil day, YYYY-MM-DD. Consecutive days have consecutive numbers, and no time zone is
 * involved. Throws RangeError when the calendar has no such day.
 */
export function dayNumber(civilDay: string): number {
  const midnightMs = pattern.test(civilDay) ? Date.parse(civilDay) : Number.NaN; // a date without a time is UTC
  if (new Date(midnightMs).getUTCDate() !== Number(civilDay.slice(-2))) {
    throw new RangeError(`${civilDay} is not a calendar day`); // some engines read 30 February as 2 March
  }
  return midnightMs / dayMs;
}

/** The civil day, YYYY-MM-DD, with this number. */
export const civilDayOf = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10);

const pattern = /^\d{4}-\d{2}-\d{2}$/;
const dayMs = 86_400_000; // UTC has no clock changes
