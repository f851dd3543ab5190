// @vitest-environment happy-dom
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import { parseAnonymousDonations, sumDonations } from './anonymous-donation.ts';
import {
  forgetAnonymousDonations,
  readAnonymousDonations,
  rememberAnonymousDonation,
} from './anonymous-donations-store.ts';

const key = 'anonymous_donations';
const gift = { id: 'don_1', amount: 3.5, mealsProvided: 3 };

beforeEach(() => window.localStorage.clear());

describe('the store of unclaimed gifts', () => {
  test('keeps a JSON array of id, amount and meals, and each id once', () => {
    rememberAnonymousDonation(gift);
    rememberAnonymousDonation({ ...gift, amount: 99 });
    rememberAnonymousDonation({ id: 'don_2', amount: 2.49, mealsProvided: 2 });
    expect(JSON.parse(window.localStorage.getItem(key) ?? '')).toEqual([
      gift,
      { id: 'don_2', amount: 2.49, mealsProvided: 2 },
    ]);
  });

  test('forgets the gifts it is told to, and is absent when none is left', () => {
    rememberAnonymousDonation(gift);
    rememberAnonymousDonation({ ...gift, id: 'don_2' });
    forgetAnonymousDonations(new Set(['don_1', 'don_9']));
    expect(readAnonymousDonations()).toEqual([{ ...gift, id: 'don_2' }]);
    forgetAnonymousDonations(new Set(['don_2']));
    expect(window.localStorage.getItem(key)).toBeNull();
  });

  test.each([
    null,
    '',
    '[]',
    '{}',
    'null',
    '[1,"x",null]',
    '[{"id":"","amount":1,"mealsProvided":1}]',
    '[{"id":"a","amount":"1","mealsProvided":1}]',
  ])('is empty for %j', (text) => {
    if (text !== null) window.localStorage.setItem(key, text);
    expect(readAnonymousDonations()).toEqual([]);
  });

  test('passes over what is not a gift, and over a second entry of one id', () => {
    expect(
      parseAnonymousDonations(
        JSON.stringify([gift, 'x', { ...gift, amount: 7 }, { id: 'don_3', amount: -1, mealsProvided: 1 }]),
      ),
    ).toEqual([gift]);
  });

  test('is the same array as long as its text is the same', () => {
    rememberAnonymousDonation(gift);
    expect(readAnonymousDonations()).toBe(readAnonymousDonations());
  });

  test('adds up amounts to the cent and meals', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 100, max: 1_000_000 }), fc.integer({ min: 1, max: 9_000 }))),
        (gifts) => {
          const records = gifts.map(([cents, mealsProvided], position) => ({
            id: `don_${position}`,
            amount: cents / 100,
            mealsProvided,
          }));
          expect(sumDonations(records)).toEqual({
            donations: gifts.length,
            amount: money(
              gifts.reduce((sum, [cents]) => sum + cents, 0),
              'USD',
            ),
            meals: gifts.reduce((sum, [, meals]) => sum + meals, 0),
          });
        },
      ),
    );
  });
});
