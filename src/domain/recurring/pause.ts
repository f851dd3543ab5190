import { addMonths } from './add-months.ts';

/** The longest pause of a plan, in months (spec-readings, Accounts). */
export const pauseMonthsMax = 12;

/** Returns the end of a pause that skips the next `months` charges: the day before the charge that follows. */
export const endOfPause = (nextChargeAt: Date, months: number): Date =>
  new Date(addMonths(nextChargeAt, months).getTime() - dayMs);

/**
 * Returns the time of the provider's first charge after a pause. A plan that started on the 29th, 30th or 31st is charged on the
 * last day of a shorter month, and after that on its own day again.
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

/** Returns true if a pause is in force. A pause without an end is in force until the plan is resumed. */
export const isPauseInForce = (pausedUntil: Date | undefined, at: Date): boolean =>
  pausedUntil === undefined || pausedUntil.getTime() > at.getTime();
