import { describe, expect, test } from 'vitest';
import { formatCount, formatMoney } from '#domain/money/format.ts';
import { sum } from '#domain/money/money.ts';
import { impactReport } from './impact-report.ts';

const total = (counts: readonly number[]): number => counts.reduce((left, right) => left + right, 0);

describe('the impact report', () => {
  test('has the figures of the specification', () => {
    const { donations, meals, amount, countries, charities, volunteerHours, growthPercent } = impactReport;
    expect([donations, meals, volunteerHours].map(formatCount)).toEqual(['165,340', '783,210', '24,360']);
    expect(formatMoney(amount)).toBe('$895,675.32');
    expect([countries, charities, growthPercent]).toEqual([42, 35, 27]);
  });

  test('has regions whose shares are 100 percent and whose meals and charities are those of the year', () => {
    const { regions } = impactReport;
    expect(total(regions.map(({ sharePercent }) => sharePercent))).toBe(100);
    expect(total(regions.map(({ meals }) => meals))).toBe(impactReport.meals);
    expect(total(regions.map(({ charities }) => charities))).toBe(impactReport.charities);
  });

  test.each(impactReport.regions)('has the share of $region right to the percent', ({ meals, sharePercent }) => {
    expect(Math.round((meals * 100) / impactReport.meals)).toBe(sharePercent);
  });

  test('has the months January to June, which come to less than the year', () => {
    const { months } = impactReport;
    expect(months.map(({ month }) => month)).toEqual(['January', 'February', 'March', 'April', 'May', 'June']);
    expect(total(months.map(({ donations }) => donations))).toBeLessThan(impactReport.donations);
    expect(total(months.map(({ meals }) => meals))).toBeLessThan(impactReport.meals);
    expect(
      sum(
        months.map(({ amount }) => amount),
        'USD',
      ).amountMinor,
    ).toBeLessThan(impactReport.amount.amountMinor);
  });

  test('tells of two food banks', () => {
    expect(impactReport.partners).toHaveLength(2);
  });
});
