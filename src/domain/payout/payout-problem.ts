import type { Money } from '#domain/money/money.ts';
import type { DayProblem } from './payable-before.ts';

/**
 * Why a charity cannot be paid in a currency.
 * - `future`, `closed`: see `DayProblem`
 * - `nothing`, `negative`: the amount is zero, or below zero because more was refunded than donated
 * - `no_bank_details`: we do not know its bank account
 * - `on_hold`: its bank account was changed less than 48 hours ago
 */
export type PayoutProblem = DayProblem | 'nothing' | 'negative' | 'no_bank_details' | 'on_hold';

/** The time for which a charity is not paid after its bank account was changed. */
export const bankChangeHoldMs = 48 * 60 * 60 * 1000;

/** Returns the first reason not to pay, if there is one. `payableFrom` is the end of the account's hold, if it has an account. */
export function payoutProblem(
  amount: Money,
  { day, payableFrom }: { readonly day: DayProblem | undefined; readonly payableFrom: Date | undefined },
  now: Date,
): PayoutProblem | undefined {
  if (day !== undefined) return day;
  if (amount.amountMinor < 0) return 'negative';
  if (amount.amountMinor === 0) return 'nothing';
  if (payableFrom === undefined) return 'no_bank_details';
  return payableFrom > now ? 'on_hold' : undefined;
}
