/** A day, YYYY-MM-DD. The ledger and payouts count in UTC. */
export type UtcDay = string;

export const utcDay = (instant: Date): UtcDay => instant.toISOString().slice(0, 10);

/** Returns true if a text is a day of the calendar. */
export const isUtcDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  utcDay(new Date(`${text}T00:00:00Z`)) === text;

/** Formats a day for a sentence: `March 20, 2026`. */
export const formatUtcDay = (day: UtcDay): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  });

/** Formats an instant for a sentence, in UTC: `March 20, 2026, 12:30 UTC`. */
export const formatUtcMoment = (instant: Date): string =>
  `${formatUtcDay(utcDay(instant))}, ${instant.toISOString().slice(11, 16)} UTC`;
