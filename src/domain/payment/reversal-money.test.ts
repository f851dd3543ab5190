import { describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import { moneyTaken, type KnownReversal } from './reversal-money.ts';
import type { ReversalFact } from './reversal.ts';

const cad = (minor: number) => money(minor, 'CAD');

const dispute = (reversalId: string, status: ReversalFact, movements: readonly number[]): KnownReversal => ({
  reversalId,
  kind: 'dispute',
  status,
  amount: cad(524),
  movements: movements.map(cad),
});
/** Creates a reversed capture, as PayPal reports it: without movements. */
const reversed = (minor: number, status: ReversalFact = 'taken', reversalId = 'reversed'): KnownReversal => ({
  reversalId,
  kind: 'dispute',
  status,
  amount: cad(minor),
  movements: undefined,
});
/** Creates a lost dispute without movements, of which the payer got only a part. */
const lostInPart = (reversalId: string, minor: number, refundedMinor: number): KnownReversal => ({
  ...dispute(reversalId, 'lost', []),
  amount: cad(minor),
  refunded: cad(refundedMinor),
});
const refund = (status: ReversalFact): KnownReversal => ({
  ...reversed(100, status),
  reversalId: 're',
  kind: 'refund',
});

const takenMinor = (reversals: readonly KnownReversal[]): Record<string, number> =>
  Object.fromEntries([...moneyTaken(reversals, 'CAD').taken].map(([id, taken]) => [id, taken.amountMinor]));

const sumOf = (minors: Record<string, number>): number => Object.values(minors).reduce((sum, minor) => sum + minor, 0);

describe('the money that reversals have taken', () => {
  test.each<[string, readonly KnownReversal[], Record<string, number>]>([
    ['a refund takes its amount', [refund('taken')], { re: 100 }],
    ['a failed refund takes nothing', [refund('returned')], { re: 0 }],
    ['an inquiry takes nothing', [dispute('du', 'noted', [])], { du: 0 }],
    [
      'a dispute takes what was withdrawn, whatever amount the dispute names',
      [dispute('du', 'taken', [-531])],
      { du: 531 },
    ],
    ['a lost dispute takes what did not come back', [dispute('du', 'lost', [-524, 200])], { du: 324 }],
    ['a won dispute may return more than it took', [dispute('du', 'returned', [-524, 526])], { du: -2 }],
    ['a reversed capture takes its amount', [reversed(524)], { reversed: 524 }],
    ['a dispute explains a reversed capture', [reversed(524), dispute('d', 'taken', [-524])], { reversed: 0, d: 524 }],
    [
      'a reversed capture takes the part that no dispute explains',
      [reversed(524), dispute('d', 'taken', [-300])],
      { reversed: 224, d: 300 },
    ],
    [
      'a dispute decided for us returns a reversed capture',
      [reversed(524), dispute('d', 'returned', [])],
      { reversed: 0, d: 0 },
    ],
    [
      'a dispute decided against us returns nothing',
      [reversed(524), dispute('d', 'lost', [])],
      { reversed: 524, d: 0 },
    ],
    [
      'money that a dispute returns without a withdrawal lowers the reversed capture',
      [reversed(524), dispute('d', 'lost', [200])],
      { reversed: 324, d: 0 },
    ],
    [
      'a dispute decided for us explains no more than its amount',
      [reversed(200), reversed(300, 'taken', 'other'), { ...dispute('d', 'returned', []), amount: cad(200) }],
      { reversed: 0, other: 300, d: 0 },
    ],
    [
      'a dispute decided for us in another currency explains everything',
      [reversed(524), { ...dispute('d', 'returned', []), amount: undefined }],
      { reversed: 0, d: 0 },
    ],
    [
      'a dispute with movements and one without together explain both reversed captures',
      [
        reversed(200),
        reversed(300, 'taken', 'other'),
        dispute('d', 'taken', [-200]),
        { ...dispute('e', 'returned', []), amount: cad(300) },
      ],
      { reversed: 0, other: 0, d: 200, e: 0 },
    ],
    [
      'an inquiry that moved nothing explains nothing',
      [reversed(524), dispute('d', 'noted', []), dispute('e', 'lost', [])],
      { reversed: 524, d: 0, e: 0 },
    ],
    [
      'one dispute can return what another has withdrawn',
      [dispute('d', 'taken', [-524]), dispute('e', 'returned', [524])],
      { d: 0, e: 0 },
    ],
    [
      'a partly lost dispute returns what the payer did not get',
      [reversed(524), lostInPart('d', 524, 200)],
      { reversed: 200, d: 0 },
    ],
    [
      'a partly lost dispute returns nothing of a reversed capture that took no more than the payer got',
      [reversed(200), lostInPart('d', 524, 200)],
      { reversed: 200, d: 0 },
    ],
    [
      'partly lost disputes return at most the disputed amount of each',
      [reversed(200), reversed(324, 'taken', 'other'), lostInPart('d', 200, 50), lostInPart('e', 324, 100)],
      { reversed: 0, other: 150, d: 0, e: 0 },
    ],
    [
      'a partly lost dispute returns only money that no other dispute explains',
      [
        reversed(524),
        dispute('d', 'taken', [-100]),
        { ...dispute('e', 'returned', []), amount: cad(124) },
        lostInPart('f', 300, 200),
      ],
      { reversed: 200, d: 100, e: 0, f: 0 },
    ],
    [
      'the movements of a lost dispute count, and not its decision',
      [reversed(524), { ...lostInPart('d', 524, 200), movements: [cad(-524)] }],
      { reversed: 0, d: 524 },
    ],
    [
      'a dispute partly lost and then won on appeal returns everything',
      [reversed(524), { ...lostInPart('d', 524, 200), status: 'returned' }],
      { reversed: 0, d: 0 },
    ],
    ['a refund is not explained by a dispute', [refund('taken'), dispute('d', 'returned', [])], { re: 100, d: 0 }],
  ])('%s', (_case, reversals, taken) => {
    expect(takenMinor(reversals)).toEqual(taken);
    expect(sumOf(takenMinor(reversals.toReversed())), 'in any order').toBe(sumOf(taken));
  });

  test.each<[string[], readonly KnownReversal[]]>([
    [['d'], [dispute('d', 'returned', [524])]],
    [['d'], [refund('taken'), dispute('d', 'returned', [524])]],
    [['e'], [dispute('d', 'returned', [-524, 524]), dispute('e', 'returned', [524])]],
    [[], [reversed(524), dispute('d', 'returned', [524])]],
    [[], [dispute('d', 'returned', [-524, 526])]],
    [[], [dispute('d', 'returned', [])]],
    [[], [dispute('d', 'taken', [-524]), dispute('e', 'returned', [524])]],
  ])('has come back although it was never taken: %j', (unexplained, reversals) => {
    expect(moneyTaken(reversals, 'CAD').unexplained).toEqual(unexplained);
  });
});
