import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAlarming, isCardTesting, type SubjectPayments } from './card-testing.ts';

const none: SubjectPayments = { successes: 0, declines: 0, declinesSinceSuccess: 0, openPages: 0 };

const count = fc.nat({ max: 500 });
const limit = fc.integer({ min: 1, max: 50 });

describe('card testing', () => {
  test.each<[string, Partial<SubjectPayments>, boolean]>([
    ['nine declines', { declines: 9, declinesSinceSuccess: 9 }, false],
    ['ten declines', { declines: 10, declinesSinceSuccess: 10 }, true],
    ['ten declines with a success between them', { successes: 1, declines: 10, declinesSinceSuccess: 5 }, false],
    ['many payments from a school', { successes: 200, declines: 40, declinesSinceSuccess: 3, openPages: 100 }, false],
    ['the first payments from a school', { successes: 1, declines: 5, declinesSinceSuccess: 5, openPages: 100 }, false],
    ['five declines with a hundred open pages', { declines: 5, declinesSinceSuccess: 5, openPages: 100 }, true],
    ['four declines with a hundred open pages', { declines: 4, declinesSinceSuccess: 4, openPages: 100 }, false],
    ['five declines with thirty open pages', { declines: 5, declinesSinceSuccess: 5, openPages: 30 }, false],
    ['a list in which one card in six is valid', { successes: 6, declines: 30, declinesSinceSuccess: 5 }, true],
    ['a list in which one card in four is valid', { successes: 10, declines: 30, declinesSinceSuccess: 5 }, false],
  ])('%s', (_case, payments, expected) => expect(isCardTesting({ ...none, ...payments }, 10)).toBe(expected));

  test('is never suspected if as many payments succeed as are declined, unless the latest ones are all declined', () => {
    fc.assert(
      fc.property(count, limit, count, count, (declines, declinesMax, since, openPages) => {
        fc.pre(since < declinesMax && since <= declines && declines > 0);
        const payments = { successes: declines, declines, declinesSinceSuccess: since, openPages };
        expect(isCardTesting(payments, declinesMax)).toBe(false);
      }),
    );
  });

  test('is always suspected when the number of declines in a row reaches the limit', () => {
    fc.assert(
      fc.property(count, limit, count, count, (successes, declinesMax, more, openPages) => {
        const payments = { successes, declines: declinesMax + more, declinesSinceSuccess: declinesMax, openPages };
        expect(isCardTesting(payments, declinesMax)).toBe(true);
      }),
    );
  });

  test('is never suspected because of one more success', () => {
    fc.assert(
      fc.property(count, count, count, limit, count, (successes, declines, since, declinesMax, openPages) => {
        const before = { successes, declines, declinesSinceSuccess: Math.min(since, declines), openPages };
        const after = { successes: successes + 1, declines, declinesSinceSuccess: 0, openPages };
        expect(isCardTesting(after, declinesMax) && !isCardTesting(before, declinesMax)).toBe(false);
      }),
    );
  });
});

describe('the alarm about the whole site', () => {
  test.each([
    ['nineteen declines and nothing else', { successes: 0, declines: 19 }, false],
    ['twenty declines and nothing else', { successes: 0, declines: 20 }, true],
    ['half of the payments', { successes: 50, declines: 50 }, true],
    ['a little less than half', { successes: 51, declines: 50 }, false],
  ])('%s', (_case, recent, expected) => expect(isAlarming(recent, 50)).toBe(expected));
});
