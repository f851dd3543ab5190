import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNameWide, shownGroups, valueRooms } from './label-choice.ts';

test.each([
  [
    [0, 0, 5, 2],
    [
      [2, 'always'],
      [3, 'always'],
    ],
  ],
  [
    [9, 1, 1, 1],
    [
      [0, 'always'],
      [1, 'wide'],
      [2, 'wide'],
      [3, 'always'],
    ],
  ],
  [
    [3, 3],
    [
      [0, 'wide'],
      [1, 'always'],
    ],
  ],
  [[0, 0, 0], []],
  [
    [8, 1, 1, 1, 1, 1, 1, 1, 4],
    [
      [0, 'always'],
      [8, 'always'],
    ],
  ],
  [[1, 1, 1, 1, 1, 1, 1, 8, 4], [[7, 'always']]],
] as const)('of the values %j, these are shown: %j', (values, shown) => {
  expect([...valueRooms(values)]).toEqual(shown);
});

test('a long last value and the one before it do not both show', () => {
  expect([...valueRooms([3, 3, 3, 3, 3], true).keys()]).toEqual([0, 1, 2, 4]);
  expect([...valueRooms([3, 3, 3, 9, 3], true).keys()]).toEqual([0, 1, 2, 3]);
  expect([...valueRooms([3, 3, 3, 3], true).keys()]).toEqual([0, 1, 2, 3]);
});

test('a phone names at most six bars, the last one among them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), (count) => {
      const named = Array.from({ length: count }, (_, index) => index).filter((index) => !isNameWide(index, count));
      expect(named.length).toBeLessThanOrEqual(6);
      expect(named.at(-1)).toBe(count - 1);
    }),
  );
});

test.each([
  [
    ['2025', '2025', '2026', '2026'],
    [0, 2],
  ],
  [['2025', '2026', '2026', '2026', '2026', '2026', '2026'], [1]],
  [['', '', ''], []],
])('the groups %j are named at the bars %j', (groups, shown) => {
  expect([...shownGroups(groups)]).toEqual(shown);
});
