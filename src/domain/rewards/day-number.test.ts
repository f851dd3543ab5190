import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarDayOf, dayNumber } from './day-number.ts';

describe('the day after', () => {
  test.each<[string, string, string]>([
    ['an ordinary day', '2026-05-04', '2026-05-05'],
    ['the last day of a month of 30 days', '2026-04-30', '2026-05-01'],
    ['the last day of a month of 31 days', '2026-07-31', '2026-08-01'],
    ['the last day of a year', '2026-12-31', '2027-01-01'],
    ['February 28', '2026-02-28', '2026-03-01'],
    ['February 28 of a leap year', '2028-02-28', '2028-02-29'],
    ['a leap day', '2028-02-29', '2028-03-01'],
    ['February 28 of a century year that is not a leap year', '2100-02-28', '2100-03-01'],
    ['February 28 of a century year that is a leap year', '2000-02-28', '2000-02-29'],
    ['the last day before the count', '1969-12-31', '1970-01-01'],
    ['the day before the spring change of clocks in New York', '2026-03-07', '2026-03-08'],
    ['the day of the spring change of clocks in New York', '2026-03-08', '2026-03-09'],
  ])('%s has the next number', (_fact, day, next) => {
    expect(dayNumber(next)).toBe(dayNumber(day) + 1);
  });
});

test('days are counted from 1970', () => {
  expect([dayNumber('1970-01-01'), dayNumber('1970-12-31'), dayNumber('2000-01-01')]).toStrictEqual([0, 364, 10_957]);
});

test('each number and its day are converted into each other', () => {
  fc.assert(
    fc.property(fc.integer({ min: -300_000, max: 300_000 }), (number) => {
      expect(dayNumber(calendarDayOf(number))).toBe(number);
    }),
  );
});

test('400 years have 146,097 days from any start', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 9000 }), fc.integer({ min: 1, max: 12 }), (year, month) => {
      const inYear = (number: number): string => `${number}-${String(month).padStart(2, '0')}-01`;
      expect(dayNumber(inYear(year + 400)) - dayNumber(inYear(year))).toBe(146_097);
    }),
  );
});

test.each([
  '',
  '2026',
  '2026-05',
  '2026-5-4',
  '20260504',
  '2026-02-29',
  '2026-02-30',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-05-04T12:00:00Z',
  ' 2026-05-04',
  '2026-05-04 ',
  '+002026-05-04',
  'today',
])('%j is not a day of the calendar', (text) => {
  expect(() => dayNumber(text)).toThrow(RangeError);
});
