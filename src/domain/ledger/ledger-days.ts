import { utcDay, type UtcDay } from './utc-day.ts';

/** Returns the first instant of a day of the ledger. */
export const startOfDay = (day: UtcDay): Date => new Date(`${day}T00:00:00.000Z`);

export const addDays = (day: UtcDay, count: number): UtcDay =>
  utcDay(new Date(startOfDay(day).getTime() + count * dayMs));

/**
 * Returns the first day to which entries are still posted. A day is finished an hour after its end, because the clocks of servers
 * differ a little.
 */
export const firstOpenDay = (now: Date): UtcDay => utcDay(firstOpenHour(now));

/** Returns the start of the first hour to which entries are still posted. An hour is finished an hour after its end. */
export const firstOpenHour = (now: Date): Date => startOfHour(new Date(now.getTime() - hourMs));

export const startOfHour = (instant: Date): Date => new Date(Math.floor(instant.getTime() / hourMs) * hourMs);

export const nextHour = (hour: Date): Date => new Date(hour.getTime() + hourMs);

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;
