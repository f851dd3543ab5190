import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldDispute, foldReversal, isActive, type ReversalFact } from './reversal.ts';

describe('a refund or dispute', () => {
  test.each<[ReversalFact[], ReversalFact, boolean]>([
    [[], 'noted', false],
    [['noted'], 'noted', false],
    [['noted', 'taken'], 'taken', true],
    [['taken', 'returned'], 'returned', false],
    [['returned', 'taken', 'taken'], 'returned', false],
    [['lost', 'taken'], 'lost', true],
  ])('with the facts %j is %s', (facts, status, isActiveNow) => {
    expect(foldReversal(facts)).toBe(status);
    expect(isActive(foldReversal(facts))).toBe(isActiveNow);
  });

  test.each<[ReversalFact[], boolean, ReversalFact]>([
    [['taken', 'returned'], false, 'returned'],
    [['taken', 'returned'], true, 'taken'],
    [['returned', 'lost'], true, 'lost'],
    [['lost', 'returned'], false, 'returned'],
    [['noted'], true, 'taken'],
    [['noted'], false, 'noted'],
    [['lost'], false, 'lost'],
  ])('with the facts %j, and money out: %s, is %s as a dispute', (facts, isMoneyOut, status) => {
    expect(foldDispute(facts, isMoneyOut)).toBe(status);
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
