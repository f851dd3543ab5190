import { expect, test } from 'vitest';
import { formatUtcDay, formatUtcMoment, isUtcDay, utcDay } from './utc-day.ts';

test.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-3-1', false],
  ['', false],
])('%j is a day: %s', (text, expected) => {
  expect(isUtcDay(text)).toBe(expected);
});

test('a day ends at midnight in UTC', () => {
  expect(['2026-03-01T23:59:59.999Z', '2026-03-02T00:00:00.000Z'].map((at) => utcDay(new Date(at)))).toEqual([
    '2026-03-01',
    '2026-03-02',
  ]);
});

test('days and instants are formatted in UTC', () => {
  expect(formatUtcDay('2026-12-10')).toBe('December 10, 2026');
  expect(formatUtcMoment(new Date('2026-12-10T23:59:59.999Z'))).toBe('December 10, 2026, 23:59 UTC');
});
