import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divideHalfAwayFromZero } from './rounding.ts';

describe('division rounds half away from zero', () => {
  test.each<[bigint, bigint, bigint]>([
    [0n, 1n, 0n],
    [1n, 2n, 1n],
    [-1n, 2n, -1n],
    [3n, 2n, 2n], // rounding half to even would also give 2
    [5n, 2n, 3n], // rounding half to even would give 2
    [-5n, 2n, -3n],
    [1n, 3n, 0n],
    [-1n, 3n, 0n],
    [2n, 3n, 1n],
    [-2n, 3n, -1n],
    [49n, 100n, 0n],
    [50n, 100n, 1n],
    [51n, 100n, 1n],
    [-49n, 100n, 0n],
    [-50n, 100n, -1n],
    [149n, 100n, 1n],
    [150n, 100n, 2n],
    [-150n, 100n, -2n],
    [52_360n, 100n, 524n],
    [1n, 7n, 0n],
    [4n, 7n, 1n],
    [9_007_199_254_740_993n, 2n, 4_503_599_627_370_497n], // beyond what floating point can hold
  ])('%d over %d is %d', (numerator, denominator, expected) => {
    expect(divideHalfAwayFromZero(numerator, denominator)).toBe(expected);
  });

  test.each([0n, -1n, -100n])('a denominator of %d is refused', (denominator) => {
    expect(() => divideHalfAwayFromZero(1n, denominator)).toThrow(RangeError);
  });
});

describe('for every fraction', () => {
  const numerators = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
  const denominators = fc.bigInt({ min: 1n, max: 10n ** 9n });

  test('the result is at most half a unit off, and a tie is rounded to the larger magnitude', () => {
    fc.assert(
      fc.property(numerators, denominators, (numerator, denominator) => {
        const rounded = divideHalfAwayFromZero(numerator, denominator);
        const twiceTheGain = 2n * (magnitude(rounded) * denominator - magnitude(numerator));
        expect(twiceTheGain > -denominator && twiceTheGain <= denominator).toBe(true);
      }),
    );
  });

  test('positive and negative fractions are rounded the same', () => {
    fc.assert(
      fc.property(numerators, denominators, (numerator, denominator) => {
        expect(divideHalfAwayFromZero(-numerator, denominator)).toBe(-divideHalfAwayFromZero(numerator, denominator));
      }),
    );
  });

  test('the division of a whole multiple is exact', () => {
    fc.assert(
      fc.property(numerators, denominators, (quotient, denominator) => {
        expect(divideHalfAwayFromZero(quotient * denominator, denominator)).toBe(quotient);
      }),
    );
  });
});

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);
