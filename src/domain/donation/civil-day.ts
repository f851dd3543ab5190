/**
 * The calendar day, YYYY-MM-DD, of an instant in an IANA time zone: a donor's day is the day where the donor is (rulings,
 * Rewards). Throws RangeError for an unknown zone; ask `isTimeZone` first.
 */
export function civilDay(instant: Date, timeZone: string): string {
  const parts = calendarOf(timeZone).formatToParts(instant);
  const part = (type: string): string => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** Whether a text names a time zone that this runtime knows. */
export function isTimeZone(text: string): boolean {
  if (text === '') return false;
  try {
    calendarOf(text);
    return true;
  } catch {
    return false; // Intl says an unknown zone by throwing
  }
}

/** The zone of a gift whose donor's zone is not known. */
export const defaultTimeZone = 'UTC';

/** Making a calendar takes longer than all else in a checkout together, so the last ones used are kept. */
const calendars = new Map<string, Intl.DateTimeFormat>();
const calendarsMax = 100; // each holds some ten kilobytes, and strangers choose the zones

function calendarOf(timeZone: string): Intl.DateTimeFormat {
  const calendar =
    calendars.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  calendars.delete(timeZone); // what was used last stands last
  calendars.set(timeZone, calendar);
  const [oldest] = calendars.keys();
  if (calendars.size > calendarsMax && oldest !== undefined) calendars.delete(oldest);
  return calendar;
}
