import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pointsOf } from './points.ts';
import type { Run } from './streak.ts';

/** Creates runs of these lengths with one day between them. */
function runsOfLengths(lengths: readonly number[]): readonly Run[] {
  let firstDayNumber = 20_000;
  return lengths.map((lengthDays) => {
    const run = { firstDayNumber, lengthDays };
    firstDayNumber += lengthDays + 1;
    return run;
  });
}

const pointsOfLengths = (...lengths: readonly number[]): number => pointsOf(runsOfLengths(lengths));

describe('points of a streak, calculated by hand', () => {
  test.each<[number, number]>([
    [1, 10],
    [2, 25], // 10 + 15
    [3, 70], // 10 + 15 + 20, and 25 for day 3
    [6, 160], // 135 + 25
    [7, 275], // 175 + 25, and 75 for day 7
    [8, 320],
    [9, 370], // the first day that earns 50
    [10, 420], // no bonus for day 10 or 20: tenth days count after day 30
    [20, 920],
    [29, 1370],
    [30, 1720], // 50, and 300 for day 30
    [31, 1770],
    [39, 2170],
    [40, 2270], // 50, and 50 for a tenth day
    [41, 2320],
    [49, 2720],
    [50, 2820],
    [100, 5570],
  ])('of %d days are %d', (lengthDays, points) => {
    expect(pointsOfLengths(lengthDays)).toBe(points);
  });
});

test('no streak, no points', () => {
  expect(pointsOf([])).toBe(0);
});

test('past streaks count like the current one, each with its milestones', () => {
  expect(pointsOfLengths(3, 1, 3, 7)).toBe(70 + 10 + 70 + 275);
});

test('every additional day of a streak earns at least 10 points', () => {
  for (let lengthDays = 1; lengthDays <= 500; lengthDays += 1) {
    expect(pointsOfLengths(lengthDays) - pointsOfLengths(lengthDays - 1)).toBeGreaterThanOrEqual(10);
  }
});

describe('a late donation that joins two streaks', () => {
  const short = fc.integer({ min: 1, max: 29 });
  const long = fc.integer({ min: 30, max: 400 });

  test('never lowers the points if one of them is shorter than 30 days', () => {
    fc.assert(
      fc.property(short, fc.oneof(short, long), (left, right) => {
        expect(pointsOfLengths(left + 1 + right)).toBeGreaterThan(pointsOfLengths(left, right));
      }),
    );
  });

  test('costs 20 points or adds 30 if both have 30 days or more, because day 30 is then reached only once', () => {
    fc.assert(
      fc.property(long, long, (left, right) => {
        const reachesOneTenthDayMore = (left % 10) + (right % 10) + 1 >= 10;
        const gain = pointsOfLengths(left + 1 + right) - pointsOfLengths(left, right);
        expect(gain).toBe(reachesOneTenthDayMore ? 30 : -20);
      }),
    );
  });
});
