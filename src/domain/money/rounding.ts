/**
 * The one division that money is rounded by: half away from zero, to a whole number (rulings, Money). Exact, since both
 * sides are integers. Throws RangeError on a denominator that is not positive.
 */
export function divideHalfAwayFromZero(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('a denominator must be positive');
  const magnitude = numerator < 0n ? -numerator : numerator;
  const rounded = (magnitude * 2n + denominator) / (denominator * 2n);
  return numerator < 0n ? -rounded : rounded;
}
