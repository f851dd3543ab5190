import type { DonationAnswer } from '#contract/donor.ts';
import type { ReversalState } from '#contract/receipt.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import { fromDecimal, type Money } from '#domain/money/money.ts';

/** A donation of the donor's own (spec 3, Donation). */
export interface Donation {
  readonly id: string;
  readonly snackName: string;
  readonly charityName: string;
  /** What was given, without the fee. */
  readonly amount: Money;
  readonly meals: number;
  /** `undefined` when nobody knows. */
  readonly donatedAt: Date | undefined;
  readonly isMonthly: boolean;
  /** How it stands when money of it went back, and how much of `amount` is gone. */
  readonly reversal: { readonly state: ReversalState; readonly amount: Money } | undefined;
}

/** A donation as it came over the wire. Throws RangeError for an amount finer than a cent. */
export function toDonation(answer: DonationAnswer): Donation {
  const { reversal } = answer;
  return {
    id: answer.id,
    snackName: answer.snackName,
    charityName: answer.charityName,
    amount: toAmount(answer.amount),
    meals: answer.mealsProvided,
    donatedAt: toDate(answer.donationDate),
    isMonthly: answer.recurring,
    reversal: reversal && { state: reversal.state, amount: toAmount(reversal.amount) },
  };
}

function toAmount(decimal: number): Money {
  const amount = fromDecimal(decimal, baseCurrency);
  if (!amount) throw new RangeError(`${decimal} is no amount: finer than a cent`);
  return amount;
}

function toDate(instant: string | null | undefined): Date | undefined {
  const date = new Date(instant ?? '');
  return Number.isNaN(date.getTime()) ? undefined : date;
}
