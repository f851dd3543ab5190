import { specRates, toBase } from '#domain/money/exchange.ts';
import { sum, type Money } from '#domain/money/money.ts';

/**
 * Whether the refunds of one donation, the requested one included, are more than one person may refund. They are compared in US
 * dollars, so that no donation is refunded in parts that are small enough one by one. `unitsPerDollar` is the rate of their
 * currency: not just the current one, because the person who refunds may be able to publish that.
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
