import { expect, test } from 'vitest';
import { reportYear } from './report-year.ts';

test.each([
  ['2026-01-01T00:00:00.000Z', 2025],
  ['2026-07-15T12:00:00.000Z', 2025],
  ['2026-12-31T23:59:59.999Z', 2025],
  ['2027-01-01T00:00:00.000Z', 2026],
])('at %s the report covers %i', (instant, year) => {
  expect(reportYear(new Date(instant))).toBe(year);
});

test('time zones do not change the year', () => {
  expect(reportYear(new Date('2026-12-31T23:30:00-05:00'))).toBe(2026); // 2027 by UTC
});
