import { baseCurrency, type CurrencyCode } from '#domain/money/currency.ts';
import { add, subtract, zero, type Money } from '#domain/money/money.ts';

/** A donation in a donor's yearly statement. */
export interface StatedDonation {
  readonly id: string;
  /** The donor's day, YYYY-MM-DD. */
  readonly day: string;
  readonly charityName: string;
  /** The amount in US dollars, without the fee. */
  readonly amount: Money;
  readonly serviceFee: Money;
  /** The amount charged, fee included, in the currency of the charge. */
  readonly charged: Money;
  /** The part of `charged` that refunds and disputes took back. */
  readonly reversed: Money;
}

/** The sums of the donations that were charged in one currency. */
export interface StatementSum extends Pick<StatedDonation, 'amount' | 'serviceFee' | 'charged' | 'reversed'> {
  readonly donations: number;
}

/** The sums by the currency of the charge. */
export type StatementSums = ReadonlyMap<CurrencyCode, StatementSum>;

/** Returns what remains of a charge, or of a sum of charges. */
export const remainingOf = ({ charged, reversed }: Pick<StatedDonation, 'charged' | 'reversed'>): Money =>
  subtract(charged, reversed);

export function addToSums(sums: StatementSums, donation: StatedDonation): StatementSums {
  const { currency } = donation.charged;
  const before = sums.get(currency) ?? nothingIn(currency);
  return new Map(sums).set(currency, {
    donations: before.donations + 1,
    amount: add(before.amount, donation.amount),
    serviceFee: add(before.serviceFee, donation.serviceFee),
    charged: add(before.charged, donation.charged),
    reversed: add(before.reversed, donation.reversed),
  });
}

const nothingIn = (currency: CurrencyCode): StatementSum => ({
  donations: 0,
  amount: zero(baseCurrency),
  serviceFee: zero(baseCurrency),
  charged: zero(currency),
  reversed: zero(currency),
});

/** Printed on every statement, because donations are not tax-deductible. */
export const statementNote = 'This is not a tax receipt. Refunds and disputes are listed with their donation.';
