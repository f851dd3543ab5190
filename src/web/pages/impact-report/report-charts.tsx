import type { JSX } from 'react';
import { baseCurrency } from '#domain/money/currency.ts';
import { formatCount, formatMoneyForAnyone } from '#domain/money/format.ts';
import { money } from '#domain/money/money.ts';
import { impactReport, type MonthRow } from '#domain/report/impact-report.ts';
import { BarChart, CategoryBars } from '#web/charts/index.ts';

/** Meals and dollars from January to June. */
export const MonthCharts = (): JSX.Element => (
  <div className="report-charts">
    <div>
      <h3>Meals</h3>
      <BarChart
        tone="leaf"
        bars={barsOf(({ meals }) => meals)}
        format={formatCount}
        sentence="Meals rise every month from January to June."
      />
    </div>
    <div>
      <h3>Amount</h3>
      <BarChart
        tone="brand"
        bars={barsOf(({ amount }) => amount.amountMinor)}
        format={formatDollars}
        sentence="The amount donated rises every month from January to June."
      />
    </div>
  </div>
);

const barsOf = (valueOf: (row: MonthRow) => number) =>
  impactReport.months.map((row) => ({
    name: row.month,
    label: row.month.slice(0, 3),
    group: '',
    value: valueOf(row),
    before: 0,
  }));

/** Whole dollars, which is all that a label has room for. */
const formatDollars = (cents: number): string => formatMoneyForAnyone(money(cents, baseCurrency)).replace(/\.\d+$/, '');

/** Each region's share of the year's meals. */
export const RegionChart = (): JSX.Element => (
  <div className="report-charts">
    <CategoryBars
      sentence="North America has the largest share of the meals, Asia Pacific the smallest."
      categories={impactReport.regions.map(({ region, sharePercent }) => ({
        name: region,
        value: sharePercent,
        figure: `${sharePercent}%`,
      }))}
    />
  </div>
);
