import { expect, test } from 'vitest';
import { isLedgerMonth, monthOf, nextMonth, startOfMonth } from './ledger-month.ts';

test.each(['2026-00', '2026-13', '2026-1', '26-01', '2026-01-01', 'January'])('%s is not a month', (text) => {
  expect(isLedgerMonth(text)).toBe(false);
});

test.each([
  ['2026-01', '2026-02'],
  ['2026-12', '2027-01'],
])('the month after %s is %s', (month, next) => {
  expect(isLedgerMonth(month)).toBe(true);
  expect(nextMonth(month)).toBe(next);
});

test('a month begins at midnight UTC on its first day', () => {
  expect(startOfMonth('2026-03')).toEqual(new Date('2026-03-01T00:00:00.000Z'));
  expect(monthOf(new Date('2026-02-28T23:59:59.999Z'))).toBe('2026-02');
});
