import { describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import { moneyTaken, returnsUnknownMoney, type KnownReversal } from './reversal-money.ts';
import type { ReversalFact } from './reversal.ts';

const cad = (minor: number) => money(minor, 'CAD');

const dispute = (reversalId: string, status: ReversalFact, movements: readonly number[]): KnownReversal => ({
  reversalId,
  kind: 'dispute',
  status,
  amount: cad(524),
  movements: movements.map(cad),
});
/** A reversed capture, which PayPal reports without movements. */
const reversed = (minor: number, status: ReversalFact = 'taken'): KnownReversal => ({
  reversalId: 'reversed',
  kind: 'dispute',
  status,
  amount: cad(minor),
  movements: undefined,
});
const refund = (status: ReversalFact): KnownReversal => ({
  ...reversed(100, status),
  reversalId: 're',
  kind: 'refund',
});

const takenMinor = (reversals: readonly KnownReversal[]): Record<string, number> =>
  Object.fromEntries([...moneyTaken(reversals, 'CAD')].map(([id, taken]) => [id, taken.amountMinor]));

describe('the money that reversals have taken', () => {
  test.each<[string, readonly KnownReversal[], Record<string, number>]>([
    ['a refund takes its amount', [refund('taken')], { re: 100 }],
    ['a failed refund takes nothing', [refund('returned')], { re: 0 }],
    ['an inquiry takes nothing', [dispute('du', 'noted', [])], { du: 0 }],
    ['a dispute takes what was withdrawn, whatever amount it names', [dispute('du', 'taken', [-531])], { du: 531 }],
    ['a lost dispute takes what did not come back', [dispute('du', 'lost', [-524, 200])], { du: 324 }],
    ['a won dispute may return more than it took', [dispute('du', 'returned', [-524, 526])], { du: -2 }],
    ['a reversed capture takes its amount', [reversed(524)], { reversed: 524 }],
    ['a dispute explains a reversed capture', [reversed(524), dispute('d', 'taken', [-524])], { reversed: 0, d: 524 }],
    [
      'a reversed capture takes what no dispute explains',
      [reversed(524), dispute('d', 'taken', [-300])],
      { reversed: 224, d: 300 },
    ],
    [
      'a dispute that was decided for us returns a reversed capture',
      [reversed(524), dispute('d', 'returned', [])],
      { reversed: 0, d: 0 },
    ],
    [
      'a dispute that was decided against us returns nothing',
      [reversed(524), dispute('d', 'lost', [])],
      { reversed: 524, d: 0 },
    ],
    [
      'what a dispute returns without having withdrawn it lowers the reversed capture',
      [reversed(524), dispute('d', 'lost', [200])],
      { reversed: 324, d: 0 },
    ],
    ['a refund is not explained by a dispute', [refund('taken'), dispute('d', 'returned', [])], { re: 100, d: 0 }],
  ])('%s', (_what, reversals, taken) => {
    expect(takenMinor(reversals)).toEqual(taken);
    expect(takenMinor(reversals.toReversed())).toEqual(taken);
  });

  test.each<[boolean, readonly KnownReversal[]]>([
    [true, [dispute('d', 'returned', [524])]],
    [true, [refund('taken'), dispute('d', 'returned', [524])]],
    [false, [reversed(524), dispute('d', 'returned', [524])]],
    [false, [dispute('d', 'returned', [-524, 526])]],
    [false, [dispute('d', 'returned', [])]],
  ])('has come back without having been taken: %s', (isUnknown, reversals) => {
    expect(returnsUnknownMoney(reversals, 'CAD')).toBe(isUnknown);
  });
});
