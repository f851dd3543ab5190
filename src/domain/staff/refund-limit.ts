import { specRates, toBase, type RateTable } from '#domain/money/exchange.ts';
import { sum, type Money } from '#domain/money/money.ts';

/**
 * Returns true if the refunds of one donation, including the requested one, are more than one person may refund. Their sum is
 * compared in US dollars, so splitting a refund does not avoid the limit. `unitsPerDollar` is the rate of their currency. Callers
 * must not rely on the current rate alone, because the person who refunds may be able to publish it.
 */
export function needsSecondPerson(
  refunds: readonly [Money, ...Money[]],
  limit: Money,
  unitsPerDollar: string,
): boolean {
  const [{ currency }] = refunds;
  const rates = { unitsPerDollar: { ...specRates.unitsPerDollar, [currency]: unitsPerDollar } };
  return toBase(sum(refunds, currency), rates).amountMinor > limit.amountMinor;
}

/**
 * Returns the same for a payment without a donation. No rate is stored for such a payment, so it is compared at two rates: the
 * current one, and that of a new installation, which no one can change.
 */
export const paymentNeedsSecondPerson = (amount: Money, limit: Money, current: RateTable): boolean =>
  [current, specRates].some(({ unitsPerDollar }) =>
    needsSecondPerson([amount], limit, unitsPerDollar[amount.currency]),
  );
