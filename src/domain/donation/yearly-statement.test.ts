import fc from 'fast-check';
import { expect, test } from 'vitest';
import { money, sum, subtract } from '#domain/money/money.ts';
import { addToSums, remainingOf, type StatedDonation, type StatementSums } from './yearly-statement.ts';

const currencies = ['CAD', 'USD', 'JPY'] as const;

const donation = fc
  .record({
    currency: fc.constantFrom(...currencies),
    amountMinor: fc.integer({ min: 1, max: 1_000_000 }),
    chargedMinor: fc.integer({ min: 1, max: 1_360_000 }),
    reversedPercent: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ currency, amountMinor, chargedMinor, reversedPercent }): StatedDonation => ({
    id: 'don_1',
    day: '2026-03-04',
    charityName: 'Maple Pantry',
    amount: money(amountMinor, 'USD'),
    serviceFee: money(Math.round(amountMinor / 10), 'USD'),
    charged: money(chargedMinor, currency),
    reversed: money(Math.floor((chargedMinor * reversedPercent) / 100), currency),
  }));

test('in each currency, the sums are those of the listed donations, and what remains is charged less reversed', () => {
  fc.assert(
    fc.property(fc.array(donation), (donations) => {
      const sums = donations.reduce<StatementSums>(addToSums, new Map());
      expect([...sums.values()].reduce((count, one) => count + one.donations, 0)).toBe(donations.length);
      for (const currency of currencies) {
        const listed = donations.filter(({ charged }) => charged.currency === currency);
        const stated = sums.get(currency);
        if (!stated) {
          expect(listed).toEqual([]);
          continue;
        }
        const charged = sum(
          listed.map((one) => one.charged),
          currency,
        );
        const reversed = sum(
          listed.map((one) => one.reversed),
          currency,
        );
        expect(remainingOf(stated)).toEqual(subtract(charged, reversed));
        expect(remainingOf(stated)).toEqual(sum(listed.map(remainingOf), currency));
        expect(stated.amount).toEqual(
          sum(
            listed.map(({ amount }) => amount),
            'USD',
          ),
        );
        expect(stated.serviceFee).toEqual(
          sum(
            listed.map(({ serviceFee }) => serviceFee),
            'USD',
          ),
        );
      }
    }),
  );
});
