import { utcDay, type UtcDay } from '#domain/ledger/utc-day.ts';

/**
 * Returns the instant before which a donation must have been posted to be covered by a payout for a day: the end of that day, or
 * `holdDays` before now if that is earlier.
 */
export function payableBefore(day: UtcDay, now: Date, holdDays: number): Date {
  const dayEnd = Date.parse(`${day}T00:00:00Z`) + dayMs;
  return new Date(Math.min(dayEnd, now.getTime() - holdDays * dayMs));
}

/** Why no payout can be made for a day: the day has not come yet, or an earlier payout of the charity is for a later day. */
export type DayProblem = 'future' | 'closed';

/** Finds the problem with a day. `lastDay` is the latest day for which the charity has a payout. */
export function dayProblem(day: UtcDay, now: Date, lastDay: UtcDay | undefined): DayProblem | undefined {
  if (day > utcDay(now)) return 'future';
  return lastDay !== undefined && day < lastDay ? 'closed' : undefined;
}

/**
 * Returns true if the bank can have made the transfers of a batch on a day: any day from the creation of the batch through today.
 * The bank's clock can be up to twelve hours behind UTC.
 */
export const canBePaidOn = (day: UtcDay, createdAt: Date, now: Date): boolean =>
  day >= utcDay(new Date(createdAt.getTime() - dayMs / 2)) && day <= utcDay(now);

const dayMs = 24 * 60 * 60 * 1000;
