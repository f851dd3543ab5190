import { expect, test } from 'vitest';
import { isSameDay, streakWeek } from './streak-week.ts';

const friday = new Date(2026, 10, 20, 23, 59);
const marks = (streak: number, gaveToday: boolean, today = friday): string =>
  streakWeek(streak, gaveToday, today)
    .map(({ isInStreak }) => (isInStreak ? '#' : '-'))
    .join('');

test.each<[number, boolean, string]>([
  [0, false, '-------'],
  [1, true, '------#'],
  [1, false, '-----#-'],
  [3, true, '----###'],
  [3, false, '---###-'],
  [6, false, '######-'],
  [7, true, '#######'],
  [40, true, '#######'],
  [40, false, '######-'],
])('a streak of %d, donated today: %s, marks %s', (streak, gaveToday, expected) => {
  expect(marks(streak, gaveToday)).toBe(expected);
});

test('the row ends with today', () => {
  const days = streakWeek(1, true, friday);
  expect(days.map(({ name }) => name)).toEqual(['Sat', 'Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri']);
  expect(days.map(({ isToday }) => isToday).indexOf(true)).toBe(6);
});

test('a clock change skips no day', () => {
  for (const today of [new Date(2026, 2, 10, 0, 30), new Date(2026, 10, 3, 0, 30)]) {
    expect(new Set(streakWeek(0, false, today).map(({ name }) => name)).size).toBe(7);
  }
});

test('the first and last minutes of a day are on the same day, and midnight is on the next', () => {
  expect(isSameDay(new Date(2026, 10, 20, 0, 0), friday)).toBe(true);
  expect(isSameDay(new Date(2026, 10, 21, 0, 0), friday)).toBe(false);
});
