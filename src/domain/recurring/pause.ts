import { addMonths } from './add-months.ts';

/** The longest pause of a plan, in months (spec-readings, Accounts). */
export const pauseMonthsMax = 12;

/** When a pause ends that skips `months` charges, starting with the next one: the day before the first charge that is made again. */
export const endOfPause = (nextChargeAt: Date, months: number): Date =>
  new Date(addMonths(nextChargeAt, months).getTime() - dayMs);

/**
 * The first charge after a pause, as the provider will make it. A plan charged on the 29th, 30th or 31st, after its first day,
 * returns to that day after a shorter month.
 */
export function chargeAfterPause(
  { nextChargeAt, startedAt }: { readonly nextChargeAt: Date; readonly startedAt: Date },
  months: number,
): Date {
  const charge = addMonths(nextChargeAt, months);
  const isLastOfMonth = new Date(nextChargeAt.getTime() + dayMs).getUTCDate() === 1;
  const chargeDay = Math.max(nextChargeAt.getUTCDate(), isLastOfMonth ? startedAt.getUTCDate() : 0);
  const lastDay = new Date(Date.UTC(charge.getUTCFullYear(), charge.getUTCMonth() + 1, 0)).getUTCDate();
  charge.setUTCDate(Math.min(chargeDay, lastDay));
  return charge;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Whether a pause is still in force. A pause without an end lasts until it is lifted. */
export const isPauseLasting = (pausedUntil: Date | undefined, at: Date): boolean =>
  pausedUntil === undefined || pausedUntil.getTime() > at.getTime();
