import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemRandom } from '#server/ids.ts';
import { isApiToken, newApiToken } from './token-text.ts';

const random = systemRandom();

test('a new API token has the prefix by which it is recognized', () => {
  const token = newApiToken(random);
  expect([token.slice(0, 3), token.length, isApiToken(token)]).toEqual(['kb_', 54, true]);
});

test('a token with any other character in any place is not a token', () => {
  const token = newApiToken(random);
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom(...'09afzAZ-_ .'), (place, character) => {
      fc.pre(token[place] !== character);
      expect(isApiToken(token.slice(0, place) + character + token.slice(place + 1))).toBe(false);
    }),
  );
});

test('a shortened, extended or empty text is not a token', () => {
  const token = newApiToken(random);
  expect([token.slice(1), token.slice(0, -1), `${token}0`, ` ${token}`, 'kb_', ''].map(isApiToken)).toEqual(
    Array.from({ length: 6 }, () => false),
  );
});
