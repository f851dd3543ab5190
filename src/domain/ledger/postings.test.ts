import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convertPrice, priceOf, type Price } from '#domain/donation/pricing.ts';
import { chargeCurrency, currencies, isCurrencyCode } from '#domain/money/currency.ts';
import { specRates } from '#domain/money/exchange.ts';
import { money } from '#domain/money/money.ts';
import {
  isBalanced,
  payoutPostings,
  payoutReturnPostings,
  processingFeePostings,
  settlementPostings,
  type Posting,
} from './postings.ts';

const codes = Object.keys(currencies).filter(isCurrencyCode);
const anyProvider = fc.constantFrom('stripe' as const, 'paypal' as const);
const anyCurrency = fc.constantFrom(...codes);
const anyPrice = fc
  .tuple(fc.integer({ min: 0, max: 1_000_000 }), anyCurrency)
  .map(([cents, currency]) => convertPrice(priceOf(money(cents, 'USD')), currency, specRates));

describe('postings of a settled donation', () => {
  test('are CA$5.24 at the provider, CA$4.76 for the charity and CA$0.48 for us, for US$3.50 by card', () => {
    expect(
      settlementPostings('stripe', convertPrice(priceOf(money(350, 'USD')), chargeCurrency, specRates), 6),
    ).toStrictEqual([
      { account: 'clearing:stripe', amount: money(524, 'CAD') },
      { account: 'charity:6', amount: money(-476, 'CAD') },
      { account: 'service_fee_income', amount: money(-48, 'CAD') },
    ]);
  });

  test('leave out a zero fee', () => {
    expect(settlementPostings('paypal', priceOf(money(4, 'USD')), 9)).toStrictEqual([
      { account: 'clearing:paypal', amount: money(4, 'USD') },
      { account: 'charity:9', amount: money(-4, 'USD') },
    ]);
  });

  test('are empty for a zero price', () => {
    expect(settlementPostings('stripe', priceOf(money(0, 'USD')), 5)).toStrictEqual([]);
  });

  test('refuse a price whose lines do not add up', () => {
    const torn: Price = { subtotal: money(350, 'USD'), serviceFee: money(35, 'USD'), total: money(386, 'USD') };
    expect(() => settlementPostings('stripe', torn, 5)).toThrow(RangeError);
  });

  test('refuse a price in two currencies', () => {
    const mixed: Price = { subtotal: money(350, 'USD'), serviceFee: money(35, 'CAD'), total: money(385, 'USD') };
    expect(() => settlementPostings('stripe', mixed, 5)).toThrow(RangeError);
  });

  test('sum to zero for every price and charity, without zero lines', () => {
    fc.assert(
      fc.property(anyProvider, anyPrice, fc.nat(), (provider, price, charityId) => {
        const postings = settlementPostings(provider, price, charityId);
        expect(totalOf(postings)).toBe(0);
        expect(postings.filter((posting) => posting.amount.amountMinor === 0)).toStrictEqual([]);
        expect(new Set(postings.map((posting) => posting.account)).size).toBe(postings.length);
      }),
    );
  });

  test('post the whole total to the provider and the whole subtotal to the charity', () => {
    fc.assert(
      fc.property(anyProvider, anyPrice, fc.nat(), (provider, price, charityId) => {
        const postings = settlementPostings(provider, price, charityId);
        expect([
          amountOn(postings, `clearing:${provider}`),
          amountOn(postings, `charity:${charityId}`),
          amountOn(postings, 'service_fee_income'),
        ]).toStrictEqual([price.total.amountMinor, 0 - price.subtotal.amountMinor, 0 - price.serviceFee.amountMinor]);
      }),
    );
  });
});

describe("postings of the provider's fee", () => {
  test('debit our expense and credit the provider', () => {
    expect(processingFeePostings('stripe', money(45, 'CAD'))).toStrictEqual([
      { account: 'processing_fees', amount: money(45, 'CAD') },
      { account: 'clearing:stripe', amount: money(-45, 'CAD') },
    ]);
  });

  test('are empty for a zero fee', () => {
    expect(processingFeePostings('paypal', money(0, 'USD'))).toStrictEqual([]);
  });

  test('sum to zero for every fee', () => {
    fc.assert(
      fc.property(
        anyProvider,
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        anyCurrency,
        (provider, amountMinor, currency) => {
          expect(totalOf(processingFeePostings(provider, money(amountMinor, currency)))).toBe(0);
        },
      ),
    );
  });
});

test('a payout of CA$4.76 reduces what we owe the charity, and what our bank holds', () => {
  expect(payoutPostings(6, money(476, 'CAD'))).toStrictEqual([
    { account: 'charity:6', amount: money(476, 'CAD') },
    { account: 'bank', amount: money(-476, 'CAD') },
  ]);
});

describe('postings are balanced', () => {
  const line = (amountMinor: number, currency: 'USD' | 'CAD'): Posting => ({
    account: 'processing_fees',
    amount: money(amountMinor, currency),
  });

  test.each<[string, readonly Posting[], boolean]>([
    ['if there are none', [], true],
    ['if their only currency sums to zero', [line(5, 'USD'), line(-3, 'USD'), line(-2, 'USD')], true],
    [
      'if each of their currencies sums to zero',
      [line(5, 'USD'), line(7, 'CAD'), line(-5, 'USD'), line(-7, 'CAD')],
      true,
    ],
    ['not if there is only one', [line(5, 'USD')], false],
    ['not if a cent is missing', [line(5, 'USD'), line(-4, 'USD')], false],
    ['not if they sum to zero only across currencies', [line(5, 'USD'), line(-5, 'CAD')], false],
    ['not if one of two currencies is off', [line(5, 'USD'), line(-5, 'USD'), line(1, 'CAD')], false],
  ])('%s', (_fact, postings, expected) => {
    expect(isBalanced(postings)).toBe(expected);
  });
});

const totalOf = (postings: readonly Posting[]): number =>
  postings.reduce((total, posting) => total + posting.amount.amountMinor, 0);

/** Adds up an account's postings; returns zero if there are none. */
const amountOn = (postings: readonly Posting[], account: string): number =>
  totalOf(postings.filter((posting) => posting.account === account));

test('a returned payout of CA$4.76 is owed to the charity again, and back at our bank', () => {
  expect(payoutReturnPostings(6, money(476, 'CAD'))).toStrictEqual([
    { account: 'charity:6', amount: money(-476, 'CAD') },
    { account: 'bank', amount: money(476, 'CAD') },
  ]);
});
