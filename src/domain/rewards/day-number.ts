/**
 * The place of a civil day, YYYY-MM-DD, in the calendar: whole days since 1970-01-01. Days that follow each other have
 * numbers that do, over leap days and new years; a time zone has no part in it. Throws RangeError when the calendar has
 * no such day.
 */
export function dayNumber(civilDay: string): number {
  const midnightMs = shape.test(civilDay) ? Date.parse(civilDay) : Number.NaN; // a date without a time is read as UTC everywhere
  if (new Date(midnightMs).getUTCDate() !== Number(civilDay.slice(-2))) {
    throw new RangeError(`${civilDay} is no day of the calendar`); // some engines read 30 February as 2 March
  }
  return midnightMs / dayMs;
}

const shape = /^\d{4}-\d{2}-\d{2}$/;
const dayMs = 86_400_000; // in UTC, where no clock ever changes
