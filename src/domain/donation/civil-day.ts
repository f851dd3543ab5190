/**
 * The calendar day, YYYY-MM-DD, of an instant in an IANA time zone: a donor's day is the day where the donor is (rulings,
 * Rewards). Throws RangeError for an unknown zone; ask `isTimeZone` first.
 */
export function civilDay(instant: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instant);
  const part = (type: string): string => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** Whether a text names a time zone that this runtime knows. */
export function isTimeZone(text: string): boolean {
  try {
    return (
      text.length > 0 && new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone.length > 0
    );
  } catch {
    return false; // Intl says an unknown zone by throwing
  }
}

/** The zone of a gift whose donor's zone is not known. */
export const defaultTimeZone = 'UTC';
