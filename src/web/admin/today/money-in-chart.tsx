import type { JSX } from 'react';
import type { MoneyInSum, MoneyInUnit } from '#contract/admin/today.ts';
import { isCurrencyCode } from '#domain/money/currency.ts';
import { formatCount, formatMoneyForAnyone } from '#domain/money/format.ts';
import { fromDecimal, money } from '#domain/money/money.ts';
import { BarChart, CollapsibleFigures, type Bar } from '#web/charts/index.ts';
import { formatCalendarDay, formatCalendarMonth } from '#web/ui/format-date.ts';
import { formatDecimal } from '../ui/format-decimal.ts';
import { amountKeys, amountNames, totalOf } from './amounts.ts';

interface MoneyInChartProps {
  readonly unit: MoneyInUnit;
  /** Every period, oldest first. */
  readonly periods: readonly string[];
  /** The sums in one currency. */
  readonly sums: readonly MoneyInSum[];
  readonly currency: string;
}

/** The donations of each period as bars, and all amounts as a table. */
export function MoneyInChart({ unit, periods, sums, currency }: MoneyInChartProps): JSX.Element {
  const byPeriod = new Map(sums.map((sum) => [sum.period, sum]));
  const bars = periods.map((period): Bar => ({
    ...namesOf(period, unit),
    value: minorOf(byPeriod.get(period)?.donations ?? 0, currency),
    before: 0,
  }));
  return (
    <>
      <BarChart
        tone="leaf"
        bars={bars}
        format={(value) => formatAxis(value, currency)}
        sentence={`Donations by ${unit} in ${currency}: ${totalOf(sums, 'donations', currency)} from ${bars[0]?.name ?? ''} to ${bars.at(-1)?.name ?? ''}.`}
      />
      <CollapsibleFigures
        label={`Money in by ${unit}, ${currency}`}
        columns={[
          unit === 'day' ? 'Day (UTC)' : 'Month (UTC)',
          'Payments',
          ...amountKeys.map((key) => amountNames[key]),
        ]}
        rows={sums
          .map((sum) => ({
            name: namesOf(sum.period, unit).name,
            figures: [formatCount(sum.payments), ...amountKeys.map((key) => formatDecimal(sum[key], currency))],
          }))
          .toReversed()}
      />
    </>
  );
}

/** Returns a bar's short name, its group and its full name: `23`, `Nov`, `Nov 23, 2026`, or `Nov`, `2026`, `November 2026`. */
function namesOf(period: string, unit: MoneyInUnit): Pick<Bar, 'label' | 'group' | 'name'> {
  const date = new Date(unit === 'day' ? period : `${period}-01`);
  const inUtc = (format: Intl.DateTimeFormatOptions): string =>
    date.toLocaleDateString('en-US', { ...format, timeZone: 'UTC' });
  return unit === 'day'
    ? {
        label: inUtc({ day: 'numeric' }),
        group: inUtc({ month: 'short' }),
        name: formatCalendarDay(period),
      }
    : {
        label: inUtc({ month: 'short' }),
        group: inUtc({ year: 'numeric' }),
        name: formatCalendarMonth(period),
      };
}

const minorOf = (amount: number, currency: string): number =>
  isCurrencyCode(currency) ? (fromDecimal(amount, currency)?.amountMinor ?? 0) : 0;

/** Formats an amount without its decimals if they are zero: `CA$12`. */
const formatAxis = (amountMinor: number, currency: string): string =>
  isCurrencyCode(currency) ? formatMoneyForAnyone(money(amountMinor, currency)).replace(/\.00$/, '') : '';
