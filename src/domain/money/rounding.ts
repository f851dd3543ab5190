/**
 * Divides and rounds half away from zero to a whole number. All rounding of money is done here (spec-readings, Money). The result
 * is exact, because both sides are integers. Throws RangeError unless the denominator is positive.
 */
export function divideHalfAwayFromZero(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('a denominator must be positive');
  const magnitude = numerator < 0n ? -numerator : numerator;
  const rounded = (magnitude * 2n + denominator) / (denominator * 2n);
  return numerator < 0n ? -rounded : rounded;
}
