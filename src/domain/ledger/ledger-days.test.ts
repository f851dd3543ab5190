import { expect, test } from 'vitest';
import { addDays, firstOpenDay, firstOpenHour, startOfDay } from './ledger-days.ts';

test('a day of the ledger begins at midnight in UTC', () => {
  expect(startOfDay('2026-03-04')).toEqual(new Date('2026-03-04T00:00:00.000Z'));
});

test.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2026-03-28', 7, '2026-04-04'],
])('%s and %d days is %s', (day, count, sum) => {
  expect(addDays(day, count)).toBe(sum);
});

test.each([
  ['2026-03-05T00:59:59.999Z', '2026-03-04'],
  ['2026-03-05T01:00:00.000Z', '2026-03-05'],
])('at %s, the first open day is %s', (now, day) => {
  expect(firstOpenDay(new Date(now))).toBe(day);
});

test.each([
  ['2026-03-05T00:59:59.999Z', '2026-03-04T23:00:00.000Z'],
  ['2026-03-05T01:00:00.000Z', '2026-03-05T00:00:00.000Z'],
  ['2026-03-05T15:30:00.000Z', '2026-03-05T14:00:00.000Z'],
])('at %s, the first open hour begins at %s', (now, hour) => {
  expect(firstOpenHour(new Date(now)).toISOString()).toBe(hour);
});
