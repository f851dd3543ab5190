import { monthsLater } from './months-later.ts';

/** The longest pause of a monthly gift, in months (rulings, Accounts: a gift can be paused). */
export const pauseMonthsMax = 12;

/** When a pause ends that lets so many charges pass, the next one first: a day before the one that is made again. */
export const endOfPause = (nextChargeAt: Date, months: number): Date =>
  new Date(monthsLater(nextChargeAt, months).getTime() - dayMs);

const dayMs = 24 * 60 * 60 * 1000;

/** Whether a pause still lasts at an instant; one without an end lasts until it is lifted. */
export const isPauseLasting = (pausedUntil: Date | undefined, at: Date): boolean =>
  pausedUntil === undefined || pausedUntil.getTime() > at.getTime();
