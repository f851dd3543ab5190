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

  test('has regions that add up to 100 percent and to the year’s meals and charities', () => {
    const { regions } = impactReport;
    expect(total(regions.map(({ sharePercent }) => sharePercent))).toBe(100);
    expect(total(regions.map(({ meals }) => meals))).toBe(impactReport.meals);
    expect(total(regions.map(({ charities }) => charities))).toBe(impactReport.charities);
  });

  test.each(impactReport.regions)('has the right share for $region', ({ meals, sharePercent }) => {
    expect(Math.round((meals * 100) / impactReport.meals)).toBe(sharePercent);
  });

  test('has January to June, which add up to less than the year', () => {
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

  test('features two food banks', () => {
    expect(impactReport.partners).toHaveLength(2);
  });
});
