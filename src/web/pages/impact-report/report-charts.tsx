import type { JSX } from 'react';
import { baseCurrency } from '#domain/money/currency.ts';
import { formatCount, formatMoneyForAnyone } from '#domain/money/format.ts';
import { money } from '#domain/money/money.ts';
import type { MonthRow, RegionRow } from '#domain/report/impact-report.ts';
import { formatDollars, type YearRow } from '#domain/report/year-report.ts';
import { BarChart, CategoryBars } from '#web/charts/index.ts';

/** Meals and dollars from January to June. */
export const MonthCharts = ({ months }: { readonly months: readonly MonthRow[] }): JSX.Element => (
  <PairOfCharts
    rows={months.map(({ month, meals, amount }) => ({ name: month, meals, amountMinor: amount.amountMinor }))}
    span="from January to June"
  />
);

/** Meals and dollars of a year. */
export const YearCharts = ({ months }: { readonly months: readonly YearRow[] }): JSX.Element => (
  <PairOfCharts rows={months} span={`from ${months[0]?.name} to ${months.at(-1)?.name}`} />
);

interface PairOfChartsProps {
  readonly rows: readonly Pick<YearRow, 'name' | 'meals' | 'amountMinor'>[];
  readonly span: string;
}

const PairOfCharts = ({ rows, span }: PairOfChartsProps): JSX.Element => (
  <div className="report-charts">
    <div>
      <h3>Meals</h3>
      <BarChart
        tone="leaf"
        bars={rows.map(({ name, meals }) => barOf(name, meals))}
        format={formatCount}
        sentence={`Meals ${trendOf(rows.map(({ meals }) => meals))} ${span}.`}
      />
    </div>
    <div>
      <h3>Amount</h3>
      <BarChart
        tone="brand"
        bars={rows.map(({ name, amountMinor }) => barOf(name, amountMinor))}
        format={formatWholeDollars}
        sentence={`The amount donated ${trendOf(
          rows.map(({ amountMinor }) => amountMinor),
          's',
        )} ${span}.`}
      />
    </div>
  </div>
);

/** Returns a bar. Its label has room for three letters of each month, and names only the first and the last of several months. */
const barOf = (name: string, value: number) => ({
  name,
  label: name
    .split(' to ')
    .map((month) => month.slice(0, 3))
    .join('–'),
  group: '',
  value,
  before: 0,
});

const trendOf = (values: readonly number[], ending = ''): string =>
  values.every((value, index) => value > (values[index - 1] ?? -1)) ? `rise${ending} every month` : 'month by month';

/** Formats whole dollars, because a label has no room for cents. */
const formatWholeDollars = (cents: number): string =>
  formatMoneyForAnyone(money(cents, baseCurrency)).replace(/\.\d+$/, '');

/** Each region's share of the year's meals. */
export const RegionChart = ({ regions }: { readonly regions: readonly RegionRow[] }): JSX.Element => (
  <div className="report-charts">
    <CategoryBars
      sentence={extremesOf(regions)}
      categories={regions.map(({ region, sharePercent }) => ({
        name: region,
        value: sharePercent,
        figure: `${sharePercent}%`,
      }))}
    />
  </div>
);

function extremesOf(regions: readonly RegionRow[]): string {
  const sorted = regions.toSorted((left, right) => right.sharePercent - left.sharePercent);
  return `${sorted[0]?.region} has the largest share of the meals, ${sorted.at(-1)?.region} the smallest.`;
}

/** What each charity received. */
export const CharityChart = ({ charities }: { readonly charities: readonly YearRow[] }): JSX.Element => (
  <div className="report-charts">
    <CategoryBars
      sentence={`${charities[0]?.name}: ${formatDollars(charities[0] ?? { amountMinor: 0 })}.`}
      categories={charities.map((row) => ({ name: row.name, value: row.amountMinor, figure: formatDollars(row) }))}
    />
  </div>
);
