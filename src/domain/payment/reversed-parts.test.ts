import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convertPrice, priceOf, type Price } from '#domain/donation/pricing.ts';
import { chargeCurrency } from '#domain/money/currency.ts';
import { specRates } from '#domain/money/exchange.ts';
import { money } from '#domain/money/money.ts';
import { reversedParts, type TakenMoney } from './reversed-parts.ts';

const charge = convertPrice(priceOf(money(350, 'USD')), chargeCurrency, specRates); // CA$4.76 and CA$0.48

const anyCharge = fc
  .integer({ min: 100, max: 1_000_000 })
  .map((cents) => convertPrice(priceOf(money(cents, 'USD')), chargeCurrency, specRates));

const refund = (reversalId: string, minor: number): TakenMoney => ({
  reversalId,
  kind: 'refund',
  taken: money(minor, 'CAD'),
});
const dispute = (reversalId: string, minor: number): TakenMoney => ({
  ...refund(reversalId, minor),
  kind: 'dispute',
});

/** Returns the subtotal, service fee and loss of each reversal, in minor units. */
const minorParts = (paid: Price, reversals: readonly TakenMoney[]): Record<string, readonly number[]> =>
  Object.fromEntries(
    [...reversedParts(paid, reversals)].map(([id, { subtotal, serviceFee, loss }]) => [
      id,
      [subtotal.amountMinor, serviceFee.amountMinor, loss.amountMinor],
    ]),
  );

describe('reversed parts', () => {
  test.each<[string, readonly TakenMoney[], Record<string, readonly number[]>]>([
    ['a whole charge are its lines', [refund('re_1', 524)], { re_1: [476, 48, 0] }],
    [
      'a dispute of the whole charge after a refund are the rest of the charge, and a loss',
      [refund('re_1', 200), dispute('du_1', 524)],
      { re_1: [182, 18, 0], du_1: [294, 30, 200] },
    ],
    ['a dispute of more than was paid are the charge, and a loss', [dispute('du_1', 531)], { du_1: [476, 48, 7] }],
    ['a dispute of less than was paid leave the rest', [dispute('du_1', 300)], { du_1: [273, 27, 0] }],
    [
      'a dispute become in part a loss when a refund is reported after it',
      [dispute('du_1', 524), refund('re_1', 200)],
      { re_1: [182, 18, 0], du_1: [294, 30, 200] },
    ],
    ['a dispute that returned more than it took are a negative loss', [dispute('du_1', -2)], { du_1: [0, 0, -2] }],
  ])('of %s', (_case, reversals, parts) => {
    expect(minorParts(charge, reversals)).toEqual(parts);
  });

  test('money that comes back after a loss lowers the loss first', () => {
    const lossAfter = (taken: number) => minorParts(charge, [refund('re_1', 200), dispute('du_1', taken)])['du_1'];
    expect([524, 424, 324, 224].map(lossAfter)).toEqual([
      [294, 30, 200],
      [294, 30, 100],
      [294, 30, 0],
      [203, 21, 0],
    ]);
  });

  test('add up to what was taken, are never negative and never exceed the charge', () => {
    const taken = fc.record({ kind: fc.constantFrom('refund', 'dispute'), percent: fc.integer({ min: 0, max: 150 }) });
    fc.assert(
      fc.property(anyCharge, fc.array(taken, { maxLength: 6 }), (paid, drawn) => {
        let refundableMinor = paid.total.amountMinor;
        const reversals = drawn.map(({ kind, percent }, index): TakenMoney => {
          if (kind === 'dispute') return dispute(`${index}`, Math.floor((paid.total.amountMinor * percent) / 100));
          const minor = Math.min(refundableMinor, Math.floor((paid.total.amountMinor * percent) / 100));
          refundableMinor -= minor;
          return refund(`${index}`, minor);
        });
        const parts = [...reversedParts(paid, reversals).entries()];
        const borne = { subtotal: 0, serviceFee: 0 };
        for (const [id, { subtotal, serviceFee, loss, total }] of parts) {
          expect(total).toEqual(reversals.find(({ reversalId }) => reversalId === id)?.taken);
          expect(subtotal.amountMinor + serviceFee.amountMinor + loss.amountMinor).toBe(total.amountMinor);
          expect(Math.min(subtotal.amountMinor, serviceFee.amountMinor, loss.amountMinor)).toBeGreaterThanOrEqual(0);
          borne.subtotal += subtotal.amountMinor;
          borne.serviceFee += serviceFee.amountMinor;
        }
        expect(borne.subtotal).toBeLessThanOrEqual(paid.subtotal.amountMinor);
        expect(borne.serviceFee).toBeLessThanOrEqual(paid.serviceFee.amountMinor);
      }),
    );
  });

  test('of any number of refunds of the whole charge add up to the charge to the cent', () => {
    fc.assert(
      fc.property(anyCharge, fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 6 }), (paid, steps) => {
        let leftMinor = paid.total.amountMinor;
        const refunds = [...steps, 100].map((percent, index) => {
          const minor = percent === 100 ? leftMinor : Math.floor((leftMinor * percent) / 100);
          leftMinor -= minor;
          return refund(`re_${index}`, minor);
        });
        const parts = Object.values(minorParts(paid, refunds));
        const sumOf = (line: number) => parts.reduce((total, part) => total + (part[line] ?? 0), 0);
        expect([sumOf(0), sumOf(1)]).toEqual([paid.subtotal.amountMinor, paid.serviceFee.amountMinor]);
      }),
    );
  });
});
