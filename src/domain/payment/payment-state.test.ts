import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import type { PaymentFact } from './payment-event.ts';
import {
  decisiveSession,
  foldPaymentStatus,
  isStronger,
  type PaymentStatus,
  type SessionFact,
} from './payment-state.ts';

const processing: PaymentFact = { kind: 'processing' };
const settled: PaymentFact = { kind: 'settled', collected: money(524, 'CAD') };
const failed: PaymentFact = { kind: 'failed' };
const expired: PaymentFact = { kind: 'expired' };
const anyFacts = fc.array(fc.constantFrom(processing, settled, failed, expired), { maxLength: 12 });

describe('the strongest fact decides the status', () => {
  test.each<[string, readonly PaymentFact[], PaymentStatus]>([
    ['nothing known', [], 'pending'],
    ['on its way', [processing], 'processing'],
    ['expired', [expired], 'expired'],
    ['failed', [failed], 'failed'],
    ['paid', [settled], 'settled'],
    ['on its way, then paid', [processing, settled], 'settled'],
    ['paid, and only then reported as on its way', [settled, processing], 'settled'],
    ['on its way, then failed', [processing, failed], 'failed'],
    ['on its way, and the session expired', [processing, expired], 'expired'],
    ['expired, and only then reported as on its way', [expired, processing], 'expired'],
    ['failed, then paid with another card', [failed, settled], 'settled'],
    ['paid, and a late failure', [settled, failed], 'settled'],
    ['failed, then expired', [failed, expired], 'failed'],
    ['expired, and a late failure', [expired, failed], 'failed'],
    ['paid in the last second', [expired, settled], 'settled'],
    ['paid, and a late expiry', [settled, expired], 'settled'],
    ['paid, reported twice', [settled, settled], 'settled'],
    ['all facts together', [expired, processing, failed, settled], 'settled'],
  ])('%s', (_fact, facts, expected) => {
    expect(foldPaymentStatus(facts)).toBe(expected);
  });
});

describe('for every history', () => {
  test('order and repetition change nothing', () => {
    const histories = anyFacts.chain((facts) => {
      const twice = [...facts, ...facts];
      const reordered = fc.shuffledSubarray(twice, { minLength: twice.length });
      return fc.tuple(fc.constant(facts), reordered);
    });
    fc.assert(
      fc.property(histories, ([facts, reordered]) => {
        expect(foldPaymentStatus(reordered)).toBe(foldPaymentStatus(facts));
      }),
    );
  });

  test('folding facts in parts gives the same status as folding all together', () => {
    fc.assert(
      fc.property(anyFacts, anyFacts, (earlier, later) => {
        const stored = foldPaymentStatus(earlier);
        const facts = stored === 'pending' ? later : [{ kind: stored }, ...later];
        expect(foldPaymentStatus(facts)).toBe(foldPaymentStatus([...earlier, ...later]));
      }),
    );
  });

  test('a fact is stronger exactly when it changes the status', () => {
    fc.assert(
      fc.property(anyFacts, anyFacts, (before, [fact]) => {
        const status = foldPaymentStatus(before);
        if (fact) expect(isStronger(fact, status)).toBe(foldPaymentStatus([...before, fact]) !== status);
      }),
    );
  });

  test('settled stays settled', () => {
    fc.assert(
      fc.property(anyFacts, anyFacts, (before, after) => {
        expect(foldPaymentStatus([...before, settled, ...after])).toBe('settled');
      }),
    );
  });

  test('the status is pending or one of the facts', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        expect(['pending', ...facts.map((fact) => fact.kind)]).toContain(foldPaymentStatus(facts));
        expect(foldPaymentStatus(facts) === 'pending').toBe(facts.length === 0);
      }),
    );
  });
});

describe('of two sessions of an intent,', () => {
  const about = (sessionId: string, ...kinds: PaymentFact['kind'][]): SessionFact[] =>
    kinds.map((kind) => ({ sessionId, kind }));

  test.each<[string, readonly SessionFact[], ReturnType<typeof decisiveSession>]>([
    ['the current one counts while nothing is known', [], { sessionId: 'kept', status: 'pending' }],
    ['the expiry of the other one says nothing', about('other', 'expired'), { sessionId: 'kept', status: 'pending' }],
    ['the one with the money counts', about('other', 'settled'), { sessionId: 'other', status: 'settled' }],
    [
      'the one in progress counts when the current one has expired',
      [...about('kept', 'expired'), ...about('other', 'processing')],
      { sessionId: 'other', status: 'processing' },
    ],
    [
      'the current one counts when both are in progress',
      [...about('kept', 'processing'), ...about('other', 'processing')],
      { sessionId: 'kept', status: 'processing' },
    ],
    [
      'the one with the money counts before the one in progress',
      [...about('kept', 'processing'), ...about('other', 'settled')],
      { sessionId: 'other', status: 'settled' },
    ],
    [
      'a payment that has failed is no longer in progress',
      [...about('kept', 'expired'), ...about('other', 'processing', 'failed')],
      { sessionId: 'kept', status: 'expired' },
    ],
  ])('%s', (_fact, facts, expected) => {
    expect(decisiveSession(facts, 'kept')).toEqual(expected);
    expect(decisiveSession(facts.toReversed(), 'kept')).toEqual(expected);
  });
});
