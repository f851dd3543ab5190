import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { money, sum } from '#domain/money/money.ts';
import {
  monthNumber,
  monthOf,
  periodsOf,
  runningTotalsOf,
  totalsByCharity,
  type CharityMonth,
  type Totals,
} from './periods.ts';

const gave = (month: string, changes: Partial<CharityMonth> = {}): CharityMonth => ({
  month,
  charityId: 6,
  charityName: 'Prairie Pantry',
  donationsCount: 1,
  amount: money(350, 'USD'),
  meals: 3,
  ...changes,
});

const anyMonth = fc.integer({ min: monthNumber('2010-01'), max: monthNumber('2035-12') }).map(monthOf);

const anyDonations = fc.array(
  fc.record({
    month: anyMonth,
    charityId: fc.integer({ min: 5, max: 9 }),
    charityName: fc.constant('A food bank'),
    donationsCount: fc.integer({ min: 1, max: 50 }),
    amount: fc.integer({ min: 1, max: 1_000_000 }).map((minor) => money(minor, 'USD')),
    meals: fc.nat(10_000),
  }),
  { maxLength: 60 },
);

const totalsOf = (parts: readonly Totals[]): Totals => ({
  donationsCount: parts.reduce((total, { donationsCount }) => total + donationsCount, 0),
  amount: sum(
    parts.map(({ amount }) => amount),
    'USD',
  ),
  meals: parts.reduce((total, { meals }) => total + meals, 0),
});

describe('the periods of a history', () => {
  test('are the last six months for a donor who has just started', () => {
    const periods = periodsOf([gave('2026-02', { charityId: 5 }), gave('2026-02')], '2026-03');
    expect(periods.map(({ firstMonth, amount }) => [firstMonth, amount.amountMinor])).toEqual([
      ['2025-10', 0],
      ['2025-11', 0],
      ['2025-12', 0],
      ['2026-01', 0],
      ['2026-02', 700],
      ['2026-03', 0],
    ]);
    expect(periods[4]).toEqual({
      firstMonth: '2026-02',
      monthsCount: 1,
      donationsCount: 2,
      amount: money(700, 'USD'),
      meals: 6,
    });
  });

  test.each([
    ['2024-12', 24, 1, '2024-12'],
    ['2024-11', 9, 3, '2024-10'], // the quarter that contains November
    ['2020-12', 25, 3, '2020-10'],
    ['2020-11', 7, 12, '2020-01'],
  ])('from %s to November 2026 are %d of %d months, from %s on', (first, count, monthsCount, start) => {
    const periods = periodsOf([gave(first)], '2026-11');
    expect(periods).toHaveLength(count);
    expect(periods[0]).toMatchObject({ firstMonth: start, monthsCount, donationsCount: 1 });
  });

  test('include a donation dated after the current month', () => {
    expect(periodsOf([gave('2026-04')], '2026-03').at(-1)).toMatchObject({ firstMonth: '2026-04', donationsCount: 1 });
  });

  test('have no gaps and add up to the whole history', () => {
    fc.assert(
      fc.property(anyDonations, anyMonth, (donations, currentMonth) => {
        const periods = periodsOf(donations, currentMonth);
        expect(totalsOf(periods)).toEqual(totalsOf(donations));
        for (const [index, { firstMonth, monthsCount }] of periods.entries()) {
          const next = periods[index + 1];
          if (next) expect(monthNumber(next.firstMonth)).toBe(monthNumber(firstMonth) + monthsCount);
        }
      }),
    );
  });

  test('are between 6 and 27, however long the history', () => {
    fc.assert(
      fc.property(anyDonations, anyMonth, (donations, currentMonth) => {
        const { length } = periodsOf(donations, currentMonth);
        expect(length).toBeGreaterThanOrEqual(6);
        expect(length).toBeLessThanOrEqual(27);
      }),
    );
  });
});

describe('running totals', () => {
  test('add each period to the periods before', () => {
    const totals = runningTotalsOf(periodsOf([gave('2026-01'), gave('2026-03')], '2026-03'));
    expect(totals.map(({ meals }) => meals)).toEqual([0, 0, 0, 3, 3, 6]);
  });

  test('never decrease, and end with the whole history', () => {
    fc.assert(
      fc.property(anyDonations, anyMonth, (donations, currentMonth) => {
        const totals = runningTotalsOf(periodsOf(donations, currentMonth));
        expect(totals.at(-1)).toMatchObject(totalsOf(donations));
        for (const [index, { amount }] of totals.entries()) {
          expect(amount.amountMinor).toBeGreaterThanOrEqual(totals[index - 1]?.amount.amountMinor ?? 0);
        }
      }),
    );
  });
});

describe('totals by charity', () => {
  test('are sorted by amount', () => {
    const donations = [
      gave('2026-01'),
      gave('2026-01', { charityId: 9, charityName: 'Harbor Kitchen', amount: money(600, 'USD') }),
      gave('2026-03'),
    ];
    expect(totalsByCharity(donations)).toEqual([
      { charityId: 6, charityName: 'Prairie Pantry', donationsCount: 2, amount: money(700, 'USD'), meals: 6 },
      { charityId: 9, charityName: 'Harbor Kitchen', donationsCount: 1, amount: money(600, 'USD'), meals: 3 },
    ]);
  });

  test('add up to the whole history', () => {
    fc.assert(
      fc.property(anyDonations, (donations) => {
        expect(totalsOf(totalsByCharity(donations))).toEqual(totalsOf(donations));
      }),
    );
  });
});

test.each(['2026', '2026-13', '2026-00', '26-01', '2026-01-01'])('%s is not a month', (text) => {
  expect(() => monthNumber(text)).toThrow(RangeError);
});
