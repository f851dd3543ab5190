import { addMonths } from './add-months.ts';

/** The longest pause of a plan, in months (spec-readings, Accounts). */
export const pauseMonthsMax = 12;

/** When a pause ends that skips `months` charges, starting with the next one: the day before the first charge that is made again. */
export const endOfPause = (nextChargeAt: Date, months: number): Date =>
  new Date(addMonths(nextChargeAt, months).getTime() - dayMs);

const dayMs = 24 * 60 * 60 * 1000;

/** Whether a pause is still in force. A pause without an end lasts until it is lifted. */
export const isPauseLasting = (pausedUntil: Date | undefined, at: Date): boolean =>
  pausedUntil === undefined || pausedUntil.getTime() > at.getTime();
