import { utcDay, type UtcDay } from '#domain/ledger/utc-day.ts';

/**
 * The reason why the return of a payout's transfer cannot be recorded.
 * - `not_paid`: we have no record of the transfer
 * - `already_returned`: the transfer has already come back
 * - `before_paid`, `future`: the return is dated before the payment, or after today
 * - `closed_day`: the month of the return is closed
 */
export type ReturnProblem = 'not_paid' | 'already_returned' | 'before_paid' | 'future' | 'closed_day';

/** Returns the first reason not to record a return, if there is one. `paidOn` is null until the payout is paid. */
export function returnProblem(
  payout: { readonly paidOn: UtcDay | null; readonly isReturned: boolean },
  returned: { readonly day: UtcDay; readonly isClosed: boolean },
  now: Date,
): ReturnProblem | undefined {
  if (payout.isReturned) return 'already_returned';
  if (payout.paidOn === null) return 'not_paid';
  if (returned.day < payout.paidOn) return 'before_paid';
  if (returned.day > utcDay(now)) return 'future';
  return returned.isClosed ? 'closed_day' : undefined;
}
