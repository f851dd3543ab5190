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
const donation = { id: 'don_1', amount: 3.5, mealsProvided: 3 };

beforeEach(() => window.localStorage.clear());

describe('the store of unclaimed donations', () => {
  test('is a JSON array of id, amount and meals, with each id once', () => {
    rememberAnonymousDonation(donation);
    rememberAnonymousDonation({ ...donation, amount: 99 });
    rememberAnonymousDonation({ id: 'don_2', amount: 2.49, mealsProvided: 2 });
    expect(JSON.parse(window.localStorage.getItem(key) ?? '')).toEqual([
      donation,
      { id: 'don_2', amount: 2.49, mealsProvided: 2 },
    ]);
  });

  test('removes donations by id, and is deleted when empty', () => {
    rememberAnonymousDonation(donation);
    rememberAnonymousDonation({ ...donation, id: 'don_2' });
    forgetAnonymousDonations(new Set(['don_1', 'don_9']));
    expect(readAnonymousDonations()).toEqual([{ ...donation, id: 'don_2' }]);
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

  test('skips invalid entries and duplicate ids', () => {
    expect(
      parseAnonymousDonations(
        JSON.stringify([donation, 'x', { ...donation, amount: 7 }, { id: 'don_3', amount: -1, mealsProvided: 1 }]),
      ),
    ).toEqual([donation]);
  });

  test('is read as the same array while its text is unchanged', () => {
    rememberAnonymousDonation(donation);
    expect(readAnonymousDonations()).toBe(readAnonymousDonations());
  });

  test('adds up the meals, and the amounts to the cent', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 100, max: 1_000_000 }), fc.integer({ min: 1, max: 9_000 }))),
        (donations) => {
          const records = donations.map(([cents, mealsProvided], position) => ({
            id: `don_${position}`,
            amount: cents / 100,
            mealsProvided,
          }));
          expect(sumDonations(records)).toEqual({
            donations: donations.length,
            amount: money(
              donations.reduce((sum, [cents]) => sum + cents, 0),
              'USD',
            ),
            meals: donations.reduce((sum, [, meals]) => sum + meals, 0),
          });
        },
      ),
    );
  });
});
