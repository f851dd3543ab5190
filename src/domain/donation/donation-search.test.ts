import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencies, isCurrencyCode } from '#domain/money/currency.ts';
import { formatMoneyForAnyone, formatWithCode, toDecimalText } from '#domain/money/format.ts';
import { money } from '#domain/money/money.ts';
import { isDay, readDonationSearch } from './donation-search.ts';

const donationId = 'don_0123456789abcdefghjkmnpqrs';

describe('a search', () => {
  test.each([
    ['  Ana@Example.org ', { kind: 'email', email: 'Ana@Example.org' }],
    ['4242', { kind: 'lastFour', lastFour: '4242' }],
    ['•••• 4242', { kind: 'lastFour', lastFour: '4242' }],
    ['CA$5.24', { kind: 'amount', amount: money(524, 'CAD') }],
    ['5.24', { kind: 'amount', amount: money(524, 'CAD') }],
    ['$5.24', { kind: 'amount', amount: money(524, 'CAD') }],
    ['US$3.85', { kind: 'amount', amount: money(385, 'USD') }],
    ['3.85 usd', { kind: 'amount', amount: money(385, 'USD') }],
    ['¥500', { kind: 'amount', amount: money(500, 'JPY') }],
    ['EUR 1,234.50', { kind: 'amount', amount: money(123_450, 'EUR') }],
    ['2026-03-04', { kind: 'day', day: '2026-03-04' }],
    ['2026-02-30', { kind: 'text', text: '2026-02-30' }],
    [donationId, { kind: 'id', id: donationId }],
    [`https://site.example/claim/${donationId}`, { kind: 'id', id: donationId }],
    [`/donation-success?transaction_id=${donationId}&x=1`, { kind: 'id', id: donationId }],
    ['pi_3Nabc', { kind: 'text', text: 'pi_3Nabc' }],
    ['8MC585209K746392H', { kind: 'text', text: '8MC585209K746392H' }],
    ['Ana Silva', { kind: 'text', text: 'Ana Silva' }],
    ['12345', { kind: 'text', text: '12345' }],
    ['5.24 shells', { kind: 'text', text: '5.24 shells' }],
    ['$5.24 CAD', { kind: 'text', text: '$5.24 CAD' }],
  ])('is recognized by its form: %s', (typed, search) => {
    expect(readDonationSearch(typed)).toEqual(search);
  });

  test.each(['', '   '])('is undefined when it is empty: %j', (typed) => {
    expect(readDonationSearch(typed)).toBeUndefined();
  });

  test('recognizes an amount in every format that the product writes', () => {
    const codes = Object.keys(currencies).filter(isCurrencyCode);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), fc.constantFrom(...codes), (amountMinor, currency) => {
        const amount = money(amountMinor, currency);
        for (const text of [
          formatMoneyForAnyone(amount),
          formatWithCode(amount),
          `${toDecimalText(amount)} ${currency}`,
        ])
          expect(readDonationSearch(text)).toEqual({ kind: 'amount', amount });
      }),
    );
  });
});

test('isDay accepts only days of the calendar', () => {
  expect(['2026-02-28', '2024-02-29', '2026-02-29', '2026-13-01', '2026-1-1', 'x'].map(isDay)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
