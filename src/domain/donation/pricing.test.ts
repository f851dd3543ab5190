import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencies, isCurrencyCode, type CurrencyCode } from '#domain/money/currency.ts';
import { specRates, fromBase, toBase } from '#domain/money/exchange.ts';
import { isWithin, money } from '#domain/money/money.ts';
import { customBasket } from './basket.ts';
import {
  checkAmount,
  convertPrice,
  donationMax,
  donationMin,
  priceIn,
  priceOf,
  serviceFeeOn,
  type Price,
} from './pricing.ts';

const codes = Object.keys(currencies).filter(isCurrencyCode);
const dollars = (cents: number) => money(cents, 'USD');
const anyCents = fc.integer({ min: 1, max: 1_000_000 });

function linesOf(currency: CurrencyCode, [subtotal, serviceFee, total]: readonly [number, number, number]): Price {
  return {
    subtotal: money(subtotal, currency),
    serviceFee: money(serviceFee, currency),
    total: money(total, currency),
  };
}

describe('the service fee', () => {
  test.each<[number, number]>([
    [0, 0],
    [1, 0],
    [4, 0],
    [5, 1],
    [14, 1],
    [15, 2],
    [99, 10],
    [100, 10],
    [349, 35],
    [350, 35],
    [355, 36],
    [1_000_000, 100_000],
  ])('on %d cents is %d', (cents, fee) => {
    expect(serviceFeeOn(dollars(cents))).toStrictEqual(dollars(fee));
  });

  test('is a tenth with ties rounded up, and the lines always add up', () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        const fee = (cents - (cents % 10)) / 10 + (cents % 10 >= 5 ? 1 : 0);
        expect(priceOf(dollars(cents))).toStrictEqual(linesOf('USD', [cents, fee, cents + fee]));
      }),
    );
  });

  test('is rounded in the currency of the subtotal', () => {
    expect(serviceFeeOn(money(15, 'JPY'))).toStrictEqual(money(2, 'JPY'));
  });

  test('of zero is zero', () => {
    expect(priceOf(dollars(0))).toStrictEqual(linesOf('USD', [0, 0, 0]));
  });
});

/** Subtotal, fee and total of US$3.50 in minor units, calculated by hand; the fee is total minus subtotal. */
const coffee: Record<CurrencyCode, readonly [number, number, number]> = {
  USD: [350, 35, 385],
  CAD: [476, 48, 524], // 4.76; 5.236
  MXN: [5_863, 586, 6_449], // 58.625; 64.4875
  GBP: [273, 27, 300], // 2.73; 3.003
  EUR: [322, 32, 354], // 3.22; 3.542
  CHF: [308, 31, 339], // 3.08; 3.388
  AED: [1_285, 128, 1_413], // 12.845; 14.1295
  SAR: [1_313, 131, 1_444], // 13.125; 14.4375
  QAR: [1_274, 127, 1_401], // 12.74; 14.014
  ZAR: [6_475, 648, 7_123], // 64.75; 71.225
  NGN: [542_500, 54_250, 596_750],
  EGP: [16_625, 1_663, 18_288], // 166.25; 182.875
  JPY: [529, 52, 581], // 528.5; 581.35
  CNY: [2_520, 252, 2_772],
  AUD: [532, 53, 585], // 5.32; 5.852
  INR: [29_225, 2_923, 32_148], // 292.25; 321.475
};

describe('a price in another currency', () => {
  test.each(codes)('of US$3.50 is the one calculated by hand, in %s', (currency) => {
    expect(convertPrice(priceOf(dollars(350)), currency, specRates)).toStrictEqual(linesOf(currency, coffee[currency]));
  });

  test('is charged in Canadian dollars: US$3.85 is CA$5.24', () => {
    expect(convertPrice(priceOf(dollars(350)), 'CAD', specRates)).toStrictEqual(linesOf('CAD', [476, 48, 524]));
  });

  test.each(codes)('has lines that add up and are never negative, in %s', (currency) => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        const base = priceOf(dollars(cents));
        const price = convertPrice(base, currency, specRates);
        expect(price.subtotal).toStrictEqual(fromBase(base.subtotal, currency, specRates));
        expect(price.total).toStrictEqual(fromBase(base.total, currency, specRates));
        expect(price.serviceFee.currency).toBe(currency);
        expect(price.subtotal.amountMinor + price.serviceFee.amountMinor).toBe(price.total.amountMinor);
        expect(Math.min(price.subtotal.amountMinor, price.serviceFee.amountMinor)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test.each(codes)('has lines that add up for every amount up to US$5.00, in %s', (currency) => {
    const broken = Array.from({ length: 500 }, (_, index) => index + 1).filter((cents) => {
      const { subtotal, serviceFee, total } = convertPrice(priceOf(dollars(cents)), currency, specRates);
      const addsUp = subtotal.amountMinor + serviceFee.amountMinor === total.amountMinor;
      return !addsUp || subtotal.amountMinor < 0 || serviceFee.amountMinor < 0;
    });
    expect(broken).toStrictEqual([]);
  });
});

describe('a custom amount', () => {
  test.each<[CurrencyCode, number, CurrencyCode, readonly [number, number, number]]>([
    ['CAD', 2000, 'CAD', [2000, 200, 2200]],
    ['CAD', 5000, 'CAD', [5000, 500, 5500]],
    ['CAD', 2000, 'USD', [1471, 147, 1618]], // 14.7058…
    ['CAD', 2000, 'GBP', [1147, 115, 1262]], // 11.4738; 12.6204
    ['GBP', 2000, 'GBP', [2000, 200, 2200]],
    ['GBP', 2000, 'USD', [2564, 256, 2820]], // 25.6410…
    ['GBP', 2000, 'CAD', [3487, 348, 3835]], // 34.8704; 38.352
    ['JPY', 505, 'JPY', [505, 51, 556]], // a fee of 50.5, a tie
    ['JPY', 1000, 'CAD', [900, 90, 990]], // US$6.62 and 7.28: 9.0032; 9.9008
    ['USD', 1471, 'CAD', [2001, 199, 2200]], // 20.0056; 22.0048
  ])('of %s %d in %s has the lines %j', (entered, amountMinor, currency, lines) => {
    const basket = customBasket(money(amountMinor, entered));
    expect(priceIn(basket, currency, specRates)).toStrictEqual(linesOf(currency, lines));
  });

  test.each(codes)('is the subtotal exactly as typed, and the fee is a tenth of it, in %s', (currency) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_550_000_000 }), (amountMinor) => {
        const entered = money(amountMinor, currency);
        expect(priceIn(customBasket(entered), currency, specRates)).toStrictEqual(priceOf(entered));
      }),
    );
  });

  test.each(codes)('that is a multiple of ten minor units has an exact fee and total, in %s', (currency) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (tens) => {
        const price = priceIn(customBasket(money(tens * 10, currency)), currency, specRates);
        expect(price).toStrictEqual(linesOf(currency, [tens * 10, tens, tens * 11]));
      }),
    );
  });

  test('has lines that add up in every currency, whatever the currency it was typed in', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.constantFrom(...codes),
        fc.constantFrom(...codes),
        (amountMinor, entered, currency) => {
          const price = priceIn(customBasket(money(amountMinor, entered)), currency, specRates);
          expect(price.subtotal.amountMinor + price.serviceFee.amountMinor).toBe(price.total.amountMinor);
          expect(price.serviceFee.amountMinor).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  test.each(codes)(
    'converts to US dollars and back within one minor unit of the coarser currency, in %s',
    (currency) => {
      fc.assert(
        fc.property(fc.integer({ min: 100, max: 10_000_000 }), (amountMinor) => {
          const entered = money(amountMinor, currency);
          const { subtotal } = priceIn(customBasket(entered), 'USD', specRates);
          const unitsPerCent = fromBase(dollars(1), currency, specRates).amountMinor;
          expect(isWithin(fromBase(subtotal, currency, specRates), entered, Math.max(1, unitsPerCent))).toBe(true);
          expect(subtotal).toStrictEqual(toBase(entered, specRates));
        }),
      );
    },
  );
});

describe('the allowed range of a donation', () => {
  test.each<[number, ReturnType<typeof checkAmount>]>([
    [-500, 'too_small'],
    [0, 'too_small'],
    [99, 'too_small'],
    [100, 'ok'],
    [101, 'ok'],
    [999_999, 'ok'],
    [1_000_000, 'ok'],
    [1_000_001, 'too_large'],
  ])('%d cents: %s', (cents, expected) => {
    expect(checkAmount(dollars(cents))).toBe(expected);
  });

  test.each(codes)('includes its bounds as shown in %s', (currency) => {
    const bounds = [donationMin, donationMax].map((bound) => toBase(fromBase(bound, currency, specRates), specRates));
    expect(bounds).toStrictEqual([dollars(100), dollars(1_000_000)]);
  });
});
