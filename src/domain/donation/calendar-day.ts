/**
 * Returns the calendar day, YYYY-MM-DD, of an instant in an IANA time zone. A donor's day is the day in the donor's own zone
 * (spec-readings, Rewards). Throws RangeError for an unknown zone; check with `isTimeZone` first.
 */
export function calendarDay(instant: Date, timeZone: string): string {
  const parts = formatterFor(timeZone).formatToParts(instant);
  const part = (type: string): string => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** Returns true if the text is a time zone that this runtime knows. */
export function isTimeZone(text: string): boolean {
  if (text === '') return false;
  try {
    formatterFor(text);
    return true;
  } catch {
    return false; // Intl throws for an unknown zone
  }
}

/** Used if the donor's time zone is unknown. */
export const defaultTimeZone = 'UTC';

/** Creating a formatter takes longer than the rest of a checkout, so the most recently used ones are cached. */
const formatters = new Map<string, Intl.DateTimeFormat>();
const formattersMax = 100; // each takes about 10 kB, and any visitor can name a zone

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const formatter =
    formatters.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formatters.delete(timeZone); // keeps the map in order of last use
  formatters.set(timeZone, formatter);
  const [oldest] = formatters.keys();
  if (formatters.size > formattersMax && oldest !== undefined) formatters.delete(oldest);
  return formatter;
}
