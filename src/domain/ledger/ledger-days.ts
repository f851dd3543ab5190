import { utcDay, type UtcDay } from './utc-day.ts';

/** The first instant of a day of the ledger. */
export const startOfDay = (day: UtcDay): Date => new Date(`${day}T00:00:00.000Z`);

export const addDays = (day: UtcDay, count: number): UtcDay =>
  utcDay(new Date(startOfDay(day).getTime() + count * dayMs));

/**
 * The first day to which entries are still posted. A day is finished when it has been over for an hour, so that servers whose
 * clocks differ a little post to the day on which they are.
 */
export const firstOpenDay = (now: Date): UtcDay => utcDay(new Date(now.getTime() - marginMs));

const marginMs = 60 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;
