import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMonths } from './add-months.ts';

test.each([
  ['2026-01-31T09:30:00.000Z', 1, '2026-02-28T09:30:00.000Z'],
  ['2028-01-31T09:30:00.000Z', 1, '2028-02-29T09:30:00.000Z'],
  ['2026-03-31T00:00:00.000Z', 1, '2026-04-30T00:00:00.000Z'],
  ['2026-11-21T23:59:59.000Z', 12, '2027-11-21T23:59:59.000Z'],
  ['2026-12-15T12:00:00.000Z', 2, '2027-02-15T12:00:00.000Z'],
])('%s and %d months is %s', (from, months, to) => {
  expect(addMonths(new Date(from), months).toISOString()).toBe(to);
});

test('addMonths never goes past the target month', () => {
  const instants = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, fc.integer({ min: 1, max: 24 }), (from, months) => {
      const to = addMonths(from, months);
      const monthOf = (date: Date): number => date.getUTCFullYear() * 12 + date.getUTCMonth();
      expect(monthOf(to) - monthOf(from)).toBe(months);
      expect(to.getUTCDate()).toBeLessThanOrEqual(from.getUTCDate());
      expect(to.toISOString().slice(11)).toBe(from.toISOString().slice(11));
    }),
  );
});
