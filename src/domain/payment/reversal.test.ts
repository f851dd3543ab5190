import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convertPrice, priceOf } from '#domain/donation/pricing.ts';
import { chargeCurrency } from '#domain/money/currency.ts';
import { currentRates } from '#domain/money/exchange.ts';
import { money, sum, zero } from '#domain/money/money.ts';
import { foldReversal, isActive, reversedParts, type ReversalFact, type ReversedParts } from './reversal.ts';

const anyCharge = fc
  .integer({ min: 100, max: 1_000_000 })
  .map((cents) => convertPrice(priceOf(money(cents, 'USD')), chargeCurrency, currentRates));

describe('a refund or dispute', () => {
  test.each<[ReversalFact[], ReversalFact, boolean]>([
    [[], 'noted', false],
    [['noted'], 'noted', false],
    [['noted', 'taken'], 'taken', true],
    [['taken', 'returned'], 'returned', false],
    [['returned', 'taken', 'taken'], 'returned', false],
    [['lost', 'taken'], 'lost', true],
  ])('of which %j is known is %s', (facts, status, isActiveNow) => {
    expect(foldReversal(facts)).toBe(status);
    expect(isActive(foldReversal(facts))).toBe(isActiveNow);
  });

  test('does not depend on order or repetition of its messages', () => {
    const facts = fc.array(fc.constantFrom<ReversalFact>('noted', 'taken', 'lost', 'returned'));
    fc.assert(
      fc.property(facts, fc.array(fc.nat()), (known, order) => {
        const shuffled = [...order.map((at) => known[at % Math.max(1, known.length)]!).filter(Boolean), ...known];
        expect(foldReversal(shuffled)).toBe(foldReversal(known));
      }),
    );
  });
});

describe('reversed parts', () => {
  test('of a whole charge are its lines', () => {
    const charge = convertPrice(priceOf(money(350, 'USD')), chargeCurrency, currentRates);
    expect(reversedParts(charge, zero('CAD'), charge.total)).toEqual(charge);
  });

  test('add up to the whole charge to the cent in any number of steps, and are never negative', () => {
    fc.assert(
      fc.property(anyCharge, fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 6 }), (charge, steps) => {
        const parts: ReversedParts[] = [];
        const reversed = (line: keyof ReversedParts) =>
          sum(
            parts.map((part) => part[line]),
            'CAD',
          );
        for (const percent of [...steps, 100]) {
          const left = charge.total.amountMinor - reversed('total').amountMinor;
          const amount = money(percent === 100 ? left : Math.floor((left * percent) / 100), 'CAD');
          parts.push(reversedParts(charge, reversed('total'), amount)!);
        }
        expect({
          subtotal: reversed('subtotal'),
          serviceFee: reversed('serviceFee'),
          total: reversed('total'),
        }).toEqual(charge);
        for (const { subtotal, serviceFee } of parts) {
          expect(Math.min(subtotal.amountMinor, serviceFee.amountMinor)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  test.each([
    ['more than was paid', zero('CAD'), money(525, 'CAD')],
    ['more than is left', money(24, 'CAD'), money(501, 'CAD')],
    ['another currency', zero('CAD'), money(100, 'USD')],
  ])('are undefined for %s', (_what, reversedBefore, amount) => {
    expect(
      reversedParts(convertPrice(priceOf(money(350, 'USD')), chargeCurrency, currentRates), reversedBefore, amount),
    ).toBeUndefined();
  });
});
