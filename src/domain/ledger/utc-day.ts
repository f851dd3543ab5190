/** A day, YYYY-MM-DD. The ledger and payouts count in UTC. */
export type UtcDay = string;

export const utcDay = (instant: Date): UtcDay => instant.toISOString().slice(0, 10);

/** Whether a text is a day of the calendar. */
export const isUtcDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  utcDay(new Date(`${text}T00:00:00Z`)) === text;
