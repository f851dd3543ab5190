import { money, type Money } from './money.ts';
import { divideHalfAwayFromZero } from './rounding.ts';

/** `basisPoints` are whole hundredths of a percent; the result is rounded half away from zero to the minor unit. */
export function basisPointsOf(amount: Money, basisPoints: number): Money {
  const scaled = BigInt(amount.amountMinor) * BigInt(basisPoints);
  return money(Number(divideHalfAwayFromZero(scaled, 10_000n)), amount.currency);
}
