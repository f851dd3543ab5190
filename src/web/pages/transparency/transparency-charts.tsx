import type { JSX } from 'react';
import { currencies, type CurrencyCode } from '#domain/money/currency.ts';
import { formatCount, formatMoneyForAnyone } from '#domain/money/format.ts';
import { money } from '#domain/money/money.ts';
import type { CharityFigures as Figures, TransparencyFigures } from '#domain/transparency/figures.ts';
import { BarChart, CategoryBars, FigureTable, CollapsibleFigures, type Bar } from '#web/charts/index.ts';
import { formatCalendarMonth } from '#web/ui/format-date.ts';

interface CharityFiguresProps {
  readonly currency: CurrencyCode;
  readonly charities: readonly Figures[];
  readonly names: readonly { readonly id: number; readonly name: string }[];
}

/** What each charity received, was paid and is owed, as a chart and a table. */
export function CharityFigures({ currency, charities, names }: CharityFiguresProps): JSX.Element {
  const format = (minor: number): string => formatMoneyForAnyone(money(minor, currency));
  const nameOf = ({ charity }: Figures): string => names.find(({ id }) => id === charity)?.name ?? `Charity ${charity}`;
  const largestFirst = charities.toSorted((one, other) => other.receivedMinor - one.receivedMinor);
  const [first] = largestFirst;
  return (
    <>
      <div className="report-charts">
        <CategoryBars
          sentence={first ? `${nameOf(first)} received the most: ${format(first.receivedMinor)}.` : ''}
          categories={largestFirst.map((row) => ({
            name: nameOf(row),
            value: Math.max(0, row.receivedMinor),
            figure: format(row.receivedMinor),
          }))}
        />
      </div>
      <FigureTable
        label={`By charity, in ${currencies[currency].pluralName}`}
        columns={['Charity', 'Donations', 'Received', 'Refunded', 'Paid out', 'Owed']}
        rows={largestFirst.map((row) => ({
          name: nameOf(row),
          figures: [
            formatCount(row.donations),
            format(row.receivedMinor),
            format(row.reversedMinor),
            format(row.paidOutMinor),
            format(row.owedMinor),
          ],
        }))}
      />
    </>
  );
}

const monthsMax = 12;

/** The amounts received in the latest months, in each currency. */
export function MonthCharts({ months }: Pick<TransparencyFigures, 'months'>): JSX.Element {
  const used = [...new Set(months.map(({ currency }) => currency))];
  return (
    <section aria-labelledby="months-heading">
      <h2 id="months-heading">Month by month</h2>
      <p>What was received for charities. A group of donations belongs to the month in which it ends.</p>
      <div className="report-charts">
        {used.map((currency) => (
          <MonthChart
            key={currency}
            currency={currency}
            months={months.filter((month) => month.currency === currency).slice(-monthsMax)}
          />
        ))}
      </div>
    </section>
  );
}

interface MonthChartProps extends Pick<TransparencyFigures, 'months'> {
  readonly currency: CurrencyCode;
}

function MonthChart({ currency, months }: MonthChartProps): JSX.Element {
  const format = (minor: number): string => formatMoneyForAnyone(money(minor, currency));
  const label = `Received in ${currencies[currency].pluralName}`;
  return (
    <div>
      <h3>{label}</h3>
      <BarChart
        tone="leaf"
        bars={months.map(({ month, receivedMinor }) => barOf(month, receivedMinor))}
        format={(minor) => format(minor).replace(/\.\d+$/, '')} // a label has no room for decimals
        sentence={`${label}, month by month.`}
      />
      <CollapsibleFigures
        label={label}
        columns={['Month', 'Donations', 'Received']}
        rows={months.map(({ month, donations, receivedMinor }) => ({
          name: formatCalendarMonth(month),
          figures: [formatCount(donations), format(receivedMinor)],
        }))}
      />
    </div>
  );
}

const barOf = (month: string, value: number): Bar => ({
  name: formatCalendarMonth(month),
  label: formatCalendarMonth(month).slice(0, 3),
  group: month.slice(0, 4),
  value,
  before: 0,
});
