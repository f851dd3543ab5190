import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencies, isCurrencyCode, type CurrencyCode } from './currency.ts';
import { specRates, fromBase, toBase } from './exchange.ts';
import { money } from './money.ts';

const codes = Object.keys(currencies).filter(isCurrencyCode);

test("the rates are the spec's table, with the day they were set", () => {
  expect(specRates.setOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(
    Object.fromEntries(Object.entries(specRates.unitsPerDollar).map(([code, units]) => [code, Number(units)])),
  ).toStrictEqual({
    USD: 1,
    CAD: 1.36,
    MXN: 16.75,
    GBP: 0.78,
    EUR: 0.92,
    CHF: 0.88,
    AED: 3.67,
    SAR: 3.75,
    QAR: 3.64,
    ZAR: 18.5,
    NGN: 1550,
    EGP: 47.5,
    JPY: 151,
    CNY: 7.2,
    AUD: 1.52,
    INR: 83.5,
  });
});

/** Minor units for US$0.01, US$3.85, US$5.00 and US$10,000.00, calculated by hand. */
const conversions: Record<CurrencyCode, readonly [number, number, number, number]> = {
  USD: [1, 385, 500, 1_000_000],
  CAD: [1, 524, 680, 1_360_000], // 5.236
  MXN: [17, 6_449, 8_375, 16_750_000], // 0.1675; 64.4875
  GBP: [1, 300, 390, 780_000], // 0.0078; 3.003
  EUR: [1, 354, 460, 920_000], // 0.0092; 3.542
  CHF: [1, 339, 440, 880_000], // 0.0088; 3.388
  AED: [4, 1_413, 1_835, 3_670_000], // 0.0367; 14.1295
  SAR: [4, 1_444, 1_875, 3_750_000], // 0.0375; 14.4375
  QAR: [4, 1_401, 1_820, 3_640_000], // 0.0364; 14.014
  ZAR: [19, 7_123, 9_250, 18_500_000], // 0.185, a tie; 71.225, a tie
  NGN: [1_550, 596_750, 775_000, 1_550_000_000],
  EGP: [48, 18_288, 23_750, 47_500_000], // 0.475, a tie; 182.875, a tie
  JPY: [2, 581, 755, 1_510_000], // 1.51; 581.35: no decimals
  CNY: [7, 2_772, 3_600, 7_200_000], // 0.072
  AUD: [2, 585, 760, 1_520_000], // 0.0152; 5.852
  INR: [84, 32_148, 41_750, 83_500_000], // 0.835, a tie; 321.475, a tie
};

describe('US dollars converted to another currency', () => {
  test.each(codes)('are rounded once, in %s', (currency) => {
    const converted = [1, 385, 500, 1_000_000].map((cents) => fromBase(money(cents, 'USD'), currency, specRates));
    expect(converted).toStrictEqual(conversions[currency].map((amountMinor) => money(amountMinor, currency)));
  });

  test.each(codes)('are rounded the same for negative and positive amounts, in %s', (currency) => {
    const converted = [-1, -385, -500, -1_000_000].map((cents) => fromBase(money(cents, 'USD'), currency, specRates));
    expect(converted).toStrictEqual(conversions[currency].map((amountMinor) => money(-amountMinor, currency)));
  });

  test('are the only amounts that fromBase accepts', () => {
    expect(() => fromBase(money(100, 'CAD'), 'USD', specRates)).toThrow(TypeError);
  });
});

describe('another currency converted to US dollars', () => {
  test.each<[number, CurrencyCode, number]>([
    [500, 'USD', 500],
    [680, 'CAD', 500],
    [524, 'CAD', 385], // 3.8529…
    [100, 'CAD', 74], // 0.7352…
    [78, 'GBP', 100],
    [77, 'GBP', 99], // 0.9871…
    [780_000, 'GBP', 1_000_000],
    [780_001, 'GBP', 1_000_001], // 10,000.0128…
    [460, 'EUR', 500],
    [1_550, 'NGN', 1],
    [775, 'NGN', 1], // 0.005, a tie
    [774, 'NGN', 0],
    [-775, 'NGN', -1],
    [151, 'JPY', 100],
    [150, 'JPY', 99], // 0.9933…
    [755, 'JPY', 500],
    [1, 'JPY', 1], // 0.0066…
    [41_750, 'INR', 500],
    [0, 'CHF', 0],
  ])('%d minor units of %s are %d cents', (amountMinor, currency, cents) => {
    expect(toBase(money(amountMinor, currency), specRates)).toStrictEqual(money(cents, 'USD'));
  });
});

describe('for every amount and currency', () => {
  const cents = fc.integer({ min: -100_000_000, max: 100_000_000 });
  const currency = fc.constantFrom(...codes);

  test('converting to US dollars and back is off by at most half a minor unit and half a cent', () => {
    fc.assert(
      fc.property(cents, currency, (amountMinor, code) => {
        const back = toBase(fromBase(money(amountMinor, 'USD'), code, specRates), specRates);
        const centsPerUnit = 100 / 10 ** currencies[code].exponent / Number(specRates.unitsPerDollar[code]);
        expect(back.currency).toBe('USD');
        expect(Math.abs(back.amountMinor - amountMinor)).toBeLessThanOrEqual(centsPerUnit / 2 + 0.5);
      }),
    );
  });

  test('a larger amount in dollars never converts to a smaller amount', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 1000 }), currency, (amountMinor, more, code) => {
        const less = fromBase(money(amountMinor, 'USD'), code, specRates);
        expect(fromBase(money(amountMinor + more, 'USD'), code, specRates).amountMinor).toBeGreaterThanOrEqual(
          less.amountMinor,
        );
      }),
    );
  });

  test('conversion uses the given rates, not the current ones', () => {
    const former = { setOn: '2026-01-01', unitsPerDollar: { ...specRates.unitsPerDollar, CAD: '1.5' } };
    expect(fromBase(money(385, 'USD'), 'CAD', former)).toStrictEqual(money(578, 'CAD')); // 5.775
    expect(toBase(money(578, 'CAD'), former)).toStrictEqual(money(385, 'USD'));
  });
});
