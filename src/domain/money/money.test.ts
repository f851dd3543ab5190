import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencies, isCurrencyCode, type CurrencyCode } from './currency.ts';
import {
  add,
  fromDecimal,
  isSameMoney,
  isWithin,
  money,
  multiply,
  negate,
  percentOf,
  subtract,
  sum,
  toDecimal,
  zero,
} from './money.ts';

const codes = Object.keys(currencies).filter(isCurrencyCode);
const anyCurrency = fc.constantFrom(...codes);
/** Well above the largest total the product can show: NGN 17,050,000.00. */
const wireMax = 4_000_000_000;
const anyMinor = fc.integer({ min: -wireMax, max: wireMax });

describe('money', () => {
  test.each([0.5, 3.0000001, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1])(
    'is never %d minor units',
    (amountMinor) => {
      expect(() => money(amountMinor, 'USD')).toThrow(RangeError);
    },
  );

  test('has no negative zero', () => {
    expect(money(-0, 'USD')).toStrictEqual({ amountMinor: 0, currency: 'USD' });
    expect(negate(zero('CAD'))).toStrictEqual({ amountMinor: 0, currency: 'CAD' });
  });

  test('adds, subtracts, multiplies and sums in one currency', () => {
    expect(add(money(350, 'USD'), money(35, 'USD'))).toStrictEqual(money(385, 'USD'));
    expect(subtract(money(350, 'USD'), money(400, 'USD'))).toStrictEqual(money(-50, 'USD'));
    expect(multiply(money(350, 'USD'), 3)).toStrictEqual(money(1050, 'USD'));
    expect(sum([money(1, 'JPY'), money(2, 'JPY'), money(-4, 'JPY')], 'JPY')).toStrictEqual(money(-1, 'JPY'));
    expect(sum([], 'GBP')).toStrictEqual(zero('GBP'));
  });

  test('cannot be added or subtracted across currencies', () => {
    expect(() => add(money(1, 'USD'), money(1, 'CAD'))).toThrow(TypeError);
    expect(() => subtract(money(1, 'USD'), money(1, 'CAD'))).toThrow(TypeError);
    expect(() => sum([money(1, 'USD')], 'CAD')).toThrow(TypeError);
  });

  test('refuses fractions as factors, and results beyond safe integers', () => {
    expect(() => multiply(money(1, 'USD'), 0.5)).toThrow(RangeError);
    expect(() => multiply(money(Number.MAX_SAFE_INTEGER, 'USD'), 2)).toThrow(RangeError);
  });

  test('is equal only in the same currency', () => {
    expect(isSameMoney(money(5, 'USD'), money(5, 'USD'))).toBe(true);
    expect(isSameMoney(money(5, 'USD'), money(6, 'USD'))).toBe(false);
    expect(isSameMoney(money(5, 'USD'), money(5, 'CAD'))).toBe(false);
  });

  test.each<[number, number, number, boolean]>([
    [524, 524, 0, true],
    [524, 525, 0, false],
    [524, 525, 1, true],
    [525, 524, 1, true],
    [524, 526, 1, false],
  ])('%d and %d are equal within a tolerance of %d: %s', (left, right, tolerance, expected) => {
    expect(isWithin(money(left, 'CAD'), money(right, 'CAD'), tolerance)).toBe(expected);
    expect(isWithin(money(left, 'CAD'), money(right, 'USD'), tolerance)).toBe(false);
  });
});

describe('a percentage', () => {
  test.each<[number, number, number]>([
    [0, 10, 0],
    [4, 10, 0],
    [5, 10, 1],
    [14, 10, 1],
    [15, 10, 2],
    [25, 10, 3],
    [350, 10, 35],
    [1_000_000, 10, 100_000],
    [-4, 10, 0],
    [-5, 10, -1],
    [-15, 10, -2],
    [-25, 10, -3],
    [350, 0, 0],
    [350, 100, 350],
    [1, 50, 1],
    [-1, 50, -1],
    [1, 49, 0],
  ])('of %d at %d percent is %d', (amountMinor, percent, expected) => {
    expect(percentOf(money(amountMinor, 'USD'), percent)).toStrictEqual(money(expected, 'USD'));
  });
});

describe('decimals in JSON', () => {
  test.each<[number, CurrencyCode, number | undefined]>([
    [3.5, 'USD', 350],
    [0, 'USD', 0],
    [-0, 'USD', 0],
    [-3.5, 'USD', -350],
    [0.01, 'USD', 1],
    [5.24, 'CAD', 524],
    [1.005, 'USD', undefined],
    [0.001, 'USD', undefined],
    [3.500_001, 'USD', undefined],
    [581, 'JPY', 581],
    [581.5, 'JPY', undefined],
    [0.1 + 0.2, 'USD', 30],
    [1.1 * 3, 'USD', 330], // 3.3000000000000003
    [3.3 * 1.1, 'USD', 363], // 3.6300000000000003
    [0.57 * 100, 'JPY', 57], // 56.99999999999999
    [Number.NaN, 'USD', undefined],
    [Number.POSITIVE_INFINITY, 'USD', undefined],
    [Number.NEGATIVE_INFINITY, 'USD', undefined],
    [1e15, 'USD', undefined],
    [Number.MAX_VALUE, 'USD', undefined],
  ])('%d %s is %s minor units', (decimal, currency, expected) => {
    expect(fromDecimal(decimal, currency)).toStrictEqual(
      expected === undefined ? undefined : money(expected, currency),
    );
  });

  test.each<[number, CurrencyCode, number]>([
    [350, 'USD', 3.5],
    [385, 'USD', 3.85],
    [-1, 'USD', -0.01],
    [581, 'JPY', 581],
    [1_705_000_000, 'NGN', 17_050_000],
  ])('%d minor units of %s are %d in JSON', (amountMinor, currency, expected) => {
    expect(toDecimal(money(amountMinor, currency))).toBe(expected);
  });

  test('are parsed to the same money again, in every currency', () => {
    fc.assert(
      fc.property(anyMinor, anyCurrency, (amountMinor, currency) => {
        const amount = money(amountMinor, currency);
        expect(fromDecimal(toDecimal(amount), currency)).toStrictEqual(amount);
      }),
    );
  });

  test('are parsed in spite of the errors of adding binary fractions', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 50 }), (cents) => {
        const decimalSum = cents.reduce((total, each) => total + each / 100, 0);
        const exactSum = cents.reduce((total, each) => total + each, 0);
        expect(fromDecimal(decimalSum, 'USD')).toStrictEqual(money(exactSum, 'USD'));
      }),
    );
  });

  test('are refused if they have a tenth of a minor unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 1, max: 9 }), (cents, tenths) => {
        expect(fromDecimal((cents * 10 + tenths) / 1000, 'USD')).toBeUndefined();
      }),
    );
  });
});
