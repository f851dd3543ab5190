/**
 * Divides and rounds half away from zero to a whole number. Except in SQL, money is rounded only here (spec-readings, Money).
 * Takes bigints, because a product of amounts and rates can exceed the safe integers. Throws RangeError unless the denominator
 * is positive.
 */
export function divideHalfAwayFromZero(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('the denominator must be positive');
  const magnitude = numerator < 0n ? -numerator : numerator;
  const rounded = (magnitude * 2n + denominator) / (denominator * 2n);
  return numerator < 0n ? -rounded : rounded;
}
