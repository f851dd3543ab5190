import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayNumber } from './day-number.ts';
import { longestStreakOf, runsOf, streakOf } from './streak.ts';

const today = '2026-03-10';

describe('the streak', () => {
  test.each<[string, readonly string[], number]>([
    ['is 0 without donations', [], 0],
    ['is 1 after a donation today', ['2026-03-10'], 1],
    ['is 1 after a donation yesterday', ['2026-03-09'], 1],
    ['is over if the last donation was the day before yesterday', ['2026-03-08'], 0],
    ['is over, however long it was', ['2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08'], 0],
    ['counts today and yesterday', ['2026-03-09', '2026-03-10'], 2],
    ['can end yesterday', ['2026-03-07', '2026-03-08', '2026-03-09'], 3],
    ['starts again after a day without a donation', ['2026-03-07', '2026-03-08', '2026-03-10'], 1],
    ['counts a day once', ['2026-03-10', '2026-03-10', '2026-03-10'], 1],
    ['does not depend on the order', ['2026-03-09', '2026-03-10', '2026-03-08'], 3],
    ['is 0 on the day before the first donation', ['2026-03-11'], 0],
    ['leaves out a day that has not come yet', ['2026-03-09', '2026-03-10', '2026-03-11'], 2],
    ['ends yesterday if the next day with a donation has not come yet', ['2026-03-08', '2026-03-09', '2026-03-11'], 2],
  ])('%s', (_fact, days, expected) => {
    expect(streakOf(runsOf(days), today)).toBe(expected);
  });

  test.each<[string, readonly string[], string, number]>([
    ['counts across a new year', ['2026-12-30', '2026-12-31', '2027-01-01'], '2027-01-01', 3],
    ['counts across a leap day', ['2028-02-28', '2028-02-29', '2028-03-01'], '2028-03-01', 3],
    ['counts across the end of a shorter February', ['2026-02-28', '2026-03-01'], '2026-03-02', 2],
    ['starts again after a leap day without a donation', ['2028-02-28', '2028-03-01'], '2028-03-01', 1],
  ])('%s', (_fact, days, lastDay, expected) => {
    expect(streakOf(runsOf(days), lastDay)).toBe(expected);
  });

  test.each([0, 1, 2, 3, 6, 7, 29, 30, 39, 40, 41])(
    'of %d days keeps its length today and tomorrow, and is over the day after',
    (length) => {
      const runs = runsOf(daysUpTo(today, length));
      expect(['2026-03-10', '2026-03-11', '2026-03-12'].map((day) => streakOf(runs, day))).toStrictEqual([
        length,
        length,
        0,
      ]);
    },
  );

  test('a day that does not exist is refused', () => {
    expect(() => runsOf(['2026-02-30'])).toThrow(RangeError);
    expect(() => streakOf([], 'today')).toThrow(RangeError);
  });
});

describe('runs', () => {
  test('are maximal sequences of days, oldest first', () => {
    const days = ['2026-01-02', '2025-12-31', '2026-01-05', '2026-01-01', '2026-01-05', '2026-01-04', '2026-02-01'];
    expect(runsOf(days)).toStrictEqual([
      { firstDayNumber: dayNumber('2025-12-31'), lengthDays: 3 },
      { firstDayNumber: dayNumber('2026-01-04'), lengthDays: 2 },
      { firstDayNumber: dayNumber('2026-02-01'), lengthDays: 1 },
    ]);
  });

  test('are empty without days', () => {
    expect(runsOf([])).toStrictEqual([]);
    expect(longestStreakOf([])).toBe(0);
  });

  test('have a longest one that is found in any position', () => {
    expect(longestStreakOf(runsOf(['2026-01-01', '2026-01-03', '2026-01-04', '2026-01-05', '2026-01-07']))).toBe(3);
  });
});

describe('for every set of days', () => {
  const dayOfYear = fc.nat({ max: 120 }).map((later) => shifted('2027-12-01', later)); // spans a new year and a leap day
  const days = fc.oneof(fc.array(dayOfYear, { maxLength: 12 }), fc.array(dayOfYear, { minLength: 80, maxLength: 300 }));

  test('the streak matches that of a day-by-day walk back', () => {
    fc.assert(
      fc.property(days, dayOfYear, (given, someDay) => {
        expect(streakOf(runsOf(given), someDay)).toBe(walkedStreak(new Set(given), someDay));
      }),
    );
  });

  test('runs contain each day once, with a gap between them', () => {
    fc.assert(
      fc.property(days, (given) => {
        const runs = runsOf(given);
        const held = runs.flatMap(({ firstDayNumber, lengthDays }) =>
          Array.from({ length: lengthDays }, (_, index) => firstDayNumber + index),
        );
        expect(held).toStrictEqual([...new Set(given)].toSorted().map(dayNumber));
        const ends = runs.map(({ firstDayNumber, lengthDays }) => firstDayNumber + lengthDays);
        expect(runs.slice(1).every(({ firstDayNumber }, index) => firstDayNumber > ends[index]!)).toBe(true);
      }),
    );
  });

  test('another day never shortens the streak', () => {
    fc.assert(
      fc.property(days, dayOfYear, dayOfYear, (given, added, someDay) => {
        expect(streakOf(runsOf([...given, added]), someDay)).toBeGreaterThanOrEqual(streakOf(runsOf(given), someDay));
      }),
    );
  });
});

/** Computes the streak by a slow walk from today, or else from yesterday, back to the first day without a donation. */
function walkedStreak(given: ReadonlySet<string>, someDay: string): number {
  let day = given.has(someDay) ? someDay : shifted(someDay, -1);
  let streak = 0;
  while (given.has(day)) {
    streak += 1;
    day = shifted(day, -1);
  }
  return streak;
}

const daysUpTo = (lastDay: string, length: number): readonly string[] =>
  Array.from({ length }, (_, index) => shifted(lastDay, -index));

function shifted(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
