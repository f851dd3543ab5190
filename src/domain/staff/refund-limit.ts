import { toBase, type RateTable } from '#domain/money/exchange.ts';
import { sum, type Money } from '#domain/money/money.ts';

/**
 * Whether the refunds of one donation, the requested one included, are more than one person may refund. They are compared in US
 * dollars, so that no donation is refunded in parts that are small enough one by one.
 */
export const needsSecondPerson = (refunds: readonly [Money, ...Money[]], limit: Money, rates: RateTable): boolean =>
  toBase(sum(refunds, refunds[0].currency), rates).amountMinor > limit.amountMinor;
