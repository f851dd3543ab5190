import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convertPrice, priceIn, priceOf } from '#domain/donation/pricing.ts';
import { chargeCurrency, currencies, isCurrencyCode } from '#domain/money/currency.ts';
import { specRates } from '#domain/money/exchange.ts';
import { add, money } from '#domain/money/money.ts';
import { coverFee, expectedFee, type FeeTerms } from './split.ts';

const standard: FeeTerms = { basisPoints: 290, fixed: money(30, 'CAD') };

const anyTerms: fc.Arbitrary<FeeTerms> = fc
  .tuple(fc.integer({ min: 0, max: 10_000 }), fc.nat(500))
  .map(([basisPoints, fixedMinor]) => ({ basisPoints, fixed: money(fixedMinor, chargeCurrency) }));

/** The charge for a stack, or for a custom amount typed in any currency. */
const anyCharge = fc.oneof(
  fc
    .integer({ min: 100, max: 1_000_000 })
    .map((cents) => convertPrice(priceOf(money(cents, 'USD')), chargeCurrency, specRates)),
  fc
    .tuple(fc.integer({ min: 100, max: 1_000_000 }), fc.constantFrom(...Object.keys(currencies).filter(isCurrencyCode)))
    .map(([minor, currency]) =>
      priceIn({ kind: 'custom', entered: money(minor, currency) }, chargeCurrency, specRates),
    ),
);

describe('the expected fee of a provider', () => {
  test.each([
    [524, 45],
    [200, 36], // 5.8 cents and 30
    [1_000, 59],
    [50, 31], // 1.45 cents
    [1_136_000, 32_974],
    [20, 20], // never more than the payment
    [0, 0],
  ])('of %d cents is %d cents at 2.9 %% and 30 cents', (total, fee) => {
    expect(expectedFee(standard, money(total, 'CAD'))).toEqual(money(fee, 'CAD'));
  });

  test('is undefined unless the payment is in the currency of the fixed part', () => {
    expect(expectedFee(standard, money(524, 'GBP'))).toBeUndefined();
  });

  test('is within half a cent of the exact fee, and never more than the payment', () => {
    fc.assert(
      fc.property(anyTerms, fc.nat(2_000_000), (terms, minor) => {
        const fee = expectedFee(terms, money(minor, chargeCurrency))?.amountMinor ?? Number.NaN;
        const exact = minor * terms.basisPoints + terms.fixed.amountMinor * 10_000;
        const capped = Math.min(exact, minor * 10_000);
        expect(Math.abs(fee * 10_000 - capped)).toBeLessThanOrEqual(5_000);
        expect(fee).toBeLessThanOrEqual(minor);
      }),
    );
  });
});

describe('the service fee covers the provider’s fee', () => {
  test('of a coffee, and three cents are left', () => {
    expect(coverFee(money(48, 'CAD'), money(45, 'CAD'))).toEqual({
      fee: money(45, 'CAD'),
      fromServiceFee: money(45, 'CAD'),
      left: money(3, 'CAD'),
      added: money(0, 'CAD'),
    });
  });

  test('of a small donation only in part, and the product adds the rest', () => {
    expect(coverFee(money(18, 'CAD'), money(36, 'CAD'))).toMatchObject({
      fromServiceFee: money(18, 'CAD'),
      left: money(0, 'CAD'),
      added: money(18, 'CAD'),
    });
  });

  test('not if the provider kept its fee in another currency', () => {
    expect(coverFee(money(48, 'CAD'), money(33, 'USD'))).toBeUndefined();
  });

  test('so that charity, fee and rest add up to the charge to the cent, for every donation and all terms', () => {
    fc.assert(
      fc.property(anyTerms, anyCharge, (terms, charge) => {
        const fee = expectedFee(terms, charge.total);
        const cover = fee && coverFee(charge.serviceFee, fee);
        if (!cover) throw new Error('expected a charge in the currency of the terms');
        expect(add(charge.subtotal, add(cover.fromServiceFee, cover.left))).toEqual(charge.total);
        expect(add(cover.fromServiceFee, cover.added)).toEqual(fee);
        for (const part of Object.values(cover)) expect(part.amountMinor).toBeGreaterThanOrEqual(0);
        expect(Math.min(cover.left.amountMinor, cover.added.amountMinor)).toBe(0);
      }),
    );
  });
});
