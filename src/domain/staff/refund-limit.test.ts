import fc from 'fast-check';
import { expect, test } from 'vitest';
import { specRates } from '#domain/money/exchange.ts';
import { money, sum } from '#domain/money/money.ts';
import { needsSecondPerson, paymentNeedsSecondPerson } from './refund-limit.ts';

const limit = money(25_000, 'USD');

test.each([
  [[money(25_000, 'USD')], false],
  [[money(25_001, 'USD')], true],
  [[money(34_000, 'CAD')], false], // 250 dollars
  [[money(34_002, 'CAD')], true],
  [[money(37_750, 'JPY')], false], // yen have no cents
  [[money(37_752, 'JPY')], true],
  [[money(20_000, 'USD'), money(5_000, 'USD')], false],
  [[money(20_000, 'USD'), money(5_001, 'USD')], true],
] as const)('%j needs a second person: %s', (refunds, isNeeded) => {
  expect(needsSecondPerson(refunds, limit, specRates.unitsPerDollar[refunds[0].currency])).toBe(isNeeded);
});

test('the given rate decides', () => {
  expect(needsSecondPerson([money(34_000, 'CAD')], limit, '1.35')).toBe(true);
  expect(needsSecondPerson([money(34_000, 'CAD')], limit, '1.36')).toBe(false);
});

test.each([
  ['1000000', true],
  ['0.0001', true],
  ['1.36', false],
])('a payment without a donation is also compared at the built-in rate: at %s per dollar, %s', (rate, isNeeded) => {
  const current = { ...specRates, unitsPerDollar: { ...specRates.unitsPerDollar, CAD: rate } };
  const amount = money(rate === '1000000' ? 100_000 : 10_000, 'CAD');
  expect(paymentNeedsSecondPerson(amount, limit, current)).toBe(isNeeded);
});

test('parts need a second person exactly if their sum does', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(amounts, fc.constantFrom('USD', 'CAD', 'JPY', 'EUR'), (minors, currency) => {
      const [first = money(1, currency), ...others] = minors.map((minor) => money(minor, currency));
      const whole = sum([first, ...others], currency);
      const rate = specRates.unitsPerDollar[currency];
      expect(needsSecondPerson([first, ...others], limit, rate)).toBe(needsSecondPerson([whole], limit, rate));
    }),
  );
});
