import { expect, test } from 'vitest';
import { customBasket, emptyBasket, type Basket } from '#domain/donation/basket.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';
import { specRates, type RateTable } from '#domain/money/exchange.ts';
import { formatMoney } from '#domain/money/format.ts';
import { money } from '#domain/money/money.ts';
import { describePriceChanges } from './price-changes.ts';

const coffees = (cents: number, meals = 3): Basket => ({
  kind: 'stack',
  items: [{ id: 1, name: 'Coffee', price: money(cents, 'USD'), meals, quantity: 2 }],
});
const twenty = customBasket(money(20_00, 'CAD'));
const withCanadianRate = (units: string): RateTable => ({
  setOn: '2026-12-01',
  unitsPerDollar: { ...specRates.unitsPerDollar, CAD: units },
});

test.each<[string, Basket, Basket, RateTable, CurrencyCode, string]>([
  ['nothing', coffees(350), coffees(350), specRates, 'CAD', ''],
  [
    'a price',
    coffees(350),
    coffees(375),
    specRates,
    'CAD',
    'Coffee is now CA$5.10 (was CA$4.76). Your basket is updated.',
  ],
  [
    'a number of meals',
    coffees(350, 3),
    coffees(350, 4),
    specRates,
    'CAD',
    'Coffee now provides 4 meals (was 3). Your basket is updated.',
  ],
  [
    'a snack that is gone',
    coffees(350),
    emptyBasket,
    specRates,
    'CAD',
    'Coffee is no longer available. Your basket is updated.',
  ],
  [
    'the rate of the display currency',
    coffees(350),
    coffees(350),
    withCanadianRate('1.45'),
    'CAD',
    'Coffee is now CA$5.08 (was CA$4.76). Your basket is updated.',
  ],
  [
    'the rate of the charge',
    coffees(350),
    coffees(350),
    withCanadianRate('1.45'),
    'GBP',
    'Your card will now be charged CA$11.17 (was CA$10.47).',
  ],
  [
    'the meals of a custom amount',
    twenty,
    twenty,
    withCanadianRate('1.45'),
    'CAD',
    'Your donation now provides 13 meals (was 14).',
  ],
  [
    'a rate that changes no figure',
    twenty,
    twenty,
    withCanadianRate('1.361'),
    'CAD',
    'Exchange rates have changed. Your amounts stay the same.',
  ],
])('a change of %s is described', (_what, before, after, rates, currency, text) => {
  const shown = { basket: before, rates: specRates };
  expect(
    describePriceChanges(shown, { basket: after, rates }, { currency, format: formatMoney, paidWith: 'card' }),
  ).toBe(text);
});

test('the charge of a card is not mentioned to a donor who pays with PayPal', () => {
  const before = { basket: coffees(350), rates: specRates };
  const after = { basket: coffees(350), rates: withCanadianRate('1.45') };
  expect(describePriceChanges(before, after, { currency: 'GBP', format: formatMoney, paidWith: 'paypal' })).toBe(
    'Exchange rates have changed. Your amounts stay the same.',
  );
});
