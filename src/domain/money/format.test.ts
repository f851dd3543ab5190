import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencies, isCurrencyCode, type CurrencyCode } from './currency.ts';
import { formatCount, formatCountOf, formatMoney, formatMoneyFor, formatWithCode } from './format.ts';
import { money } from './money.ts';

const codes = Object.keys(currencies).filter(isCurrencyCode);

/** 1,234,567 minor units in the format of spec-readings, Money. */
const shown: Record<CurrencyCode, string> = {
  USD: '$12,345.67',
  CAD: 'CA$12,345.67',
  MXN: 'MX$12,345.67',
  GBP: '£12,345.67',
  EUR: '€12,345.67',
  CHF: 'CHF 12,345.67',
  AED: 'AED 12,345.67',
  SAR: 'SAR 12,345.67',
  QAR: 'QAR 12,345.67',
  ZAR: 'ZAR 12,345.67',
  NGN: 'NGN 12,345.67',
  EGP: 'EGP 12,345.67',
  JPY: '\u00a51,234,567',
  CNY: 'CN\u00a512,345.67',
  AUD: 'A$12,345.67',
  INR: '₹12,345.67',
};

describe('formatted money', () => {
  test.each(codes)('%s has its own symbol and decimals', (currency) => {
    expect(formatMoney(money(1_234_567, currency))).toBe(shown[currency]);
  });

  test.each<[number, CurrencyCode, string]>([
    [0, 'USD', '$0.00'],
    [1, 'USD', '$0.01'],
    [10, 'USD', '$0.10'],
    [99, 'USD', '$0.99'],
    [100, 'USD', '$1.00'],
    [99_999, 'USD', '$999.99'],
    [100_000, 'USD', '$1,000.00'],
    [100_000_000, 'USD', '$1,000,000.00'],
    [0, 'JPY', '¥0'],
    [7, 'JPY', '¥7'],
    [999, 'JPY', '¥999'],
    [1000, 'JPY', '¥1,000'],
    [524, 'CAD', 'CA$5.24'],
    [5, 'CHF', 'CHF 0.05'],
    [-5, 'USD', '-$0.05'],
    [-123_456, 'CHF', '-CHF 1,234.56'],
    [-1000, 'JPY', '-¥1,000'],
  ])('%d minor units of %s are %s', (amountMinor, currency, expected) => {
    expect(formatMoney(money(amountMinor, currency))).toBe(expected);
  });

  test.each<[number, CurrencyCode, string]>([
    [524, 'CAD', 'CAD 5.24'],
    [0, 'USD', 'USD 0.00'],
    [1_510_000, 'JPY', 'JPY 1,510,000'],
    [-1_234_567, 'EUR', '−EUR 12,345.67'],
  ])('%d minor units of %s with the code are %s', (amountMinor, currency, expected) => {
    expect(formatWithCode(money(amountMinor, currency))).toBe(expected);
  });

  test('agrees with the number format of en-US for every amount and currency', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), fc.constantFrom(...codes), (amountMinor, currency) => {
        const decimals = currencies[currency].exponent;
        const format = new Intl.NumberFormat('en-US', {
          minimumFractionDigits: decimals,
          maximumFractionDigits: decimals,
        });
        const expected = currencies[currency].symbol + format.format(amountMinor / 10 ** decimals);
        expect(formatMoney(money(amountMinor, currency))).toBe(expected);
      }),
    );
  });
});

describe('counts', () => {
  test.each<[number, string]>([
    [0, '0'],
    [7, '7'],
    [999, '999'],
    [1000, '1,000'],
    [10_562, '10,562'],
    [165_340, '165,340'],
    [1_000_000, '1,000,000'],
    [1_234_567_890, '1,234,567,890'],
  ])('%d is written %s', (count, expected) => {
    expect(formatCount(count)).toBe(expected);
  });
});

describe('currency codes', () => {
  test.each(codes)('%s is known', (code) => {
    expect(isCurrencyCode(code)).toBe(true);
  });

  test.each(['', 'usd', 'cad', ' USD', 'XXX', 'BTC', 'toString', '__proto__', 'constructor'])(
    '%j is unknown',
    (text) => {
      expect(isCurrencyCode(text)).toBe(false);
    },
  );
});

test.each<[number, CurrencyCode, CurrencyCode, string]>([
  [3_50, 'USD', 'USD', '$3.50'],
  [3_50, 'USD', 'CAD', 'US$3.50'],
  [-3_50, 'USD', 'GBP', '-US$3.50'],
  [5_24, 'CAD', 'CAD', 'CA$5.24'],
  [5_24, 'CAD', 'USD', 'CA$5.24'],
])('%d minor units of %s for a person who sees prices in %s are %s', (amountMinor, currency, display, text) => {
  expect(formatMoneyFor(money(amountMinor, currency), display)).toBe(text);
});

test.each([
  [0, '0 meals'],
  [1, '1 meal'],
  [1_200, '1,200 meals'],
])('a count of %d is written %s', (count, text) => {
  expect(formatCountOf(count, 'meal')).toBe(text);
});
