import { useId, useState, type JSX } from 'react';
import { periodsOf, runningTotalsOf, type Period } from '#domain/impact/periods.ts';
import { formatCount } from '#domain/money/format.ts';
import { BarChart, CollapsibleFigures, type Bar } from '#web/charts/index.ts';
import { useMoneyFormat } from '#web/country/index.ts';
import { Tabs, tabId } from '#web/ui/tabs.tsx';
import { ChartSection } from './chart-section.tsx';
import { OverTimeSkeleton } from './over-time-skeleton.tsx';
import { namesOf } from './period-names.ts';
import { useImpactMonths, type ImpactMonths } from './use-impact-months.ts';
import { useAxisMoney } from './use-axis-money.ts';

/** The donor's giving over time: by month, quarter or year, or as a running total. */
export function OverTime(): JSX.Element {
  return (
    <ChartSection
      heading="Your giving over time"
      query={useImpactMonths()}
      loading={<OverTimeSkeleton />}
      failure="Failed to load your charts."
      isEmpty={({ donations }) => donations.length === 0}
      empty={<p>Your charts start with your first donation.</p>}
    >
      {(months) => <OverTimeCharts {...months} />}
    </ChartSection>
  );
}

type View = 'by_period' | 'running_total';

function OverTimeCharts({ donations, currentMonth }: ImpactMonths): JSX.Element {
  const panelId = useId();
  const [view, setView] = useState<View>('by_period');
  const periods = periodsOf(donations, currentMonth);
  const unit = unitOf(periods);
  return (
    <>
      <Tabs
        label="How the charts count"
        panelId={panelId}
        tabs={[
          { name: 'by_period', label: `By ${unit}` },
          { name: 'running_total', label: 'Running total' },
        ]}
        chosen={view}
        onChoose={setView}
      />
      <div id={panelId} role="tabpanel" aria-labelledby={tabId(panelId, view)}>
        <PeriodCharts periods={periods} view={view} unit={unit} />
      </div>
    </>
  );
}

interface PeriodChartsProps {
  readonly periods: readonly Period[];
  readonly view: View;
  /** The singular noun: `month`. */
  readonly unit: string;
}

/** Dollars and meals as bars, and both with the number of donations as a table. */
function PeriodCharts({ periods, view, unit }: PeriodChartsProps): JSX.Element {
  const formatMoney = useMoneyFormat();
  const formatAxis = useAxisMoney();
  const isRunning = view === 'running_total';
  const totals = runningTotalsOf(periods);
  const shown = isRunning ? totals : periods;
  const barsOf = (valueOf: (period: Period) => number): Bar[] =>
    shown.map((period, index) => {
      const previous = shown[index - 1];
      return { ...namesOf(period), value: valueOf(period), before: isRunning && previous ? valueOf(previous) : 0 };
    });
  const amounts = barsOf(({ amount }) => amount.amountMinor);
  const meals = barsOf((period) => period.meals);
  const total = totals.at(-1);
  return (
    <>
      {isRunning && <p className="text-muted">{`The solid part of a bar is what that ${unit} added.`}</p>}
      <div className="impact-chart-pair">
        <div>
          <h3>Donated</h3>
          <BarChart
            tone="brand"
            bars={amounts}
            format={formatAxis}
            sentence={describeBars(`Donated: ${total ? formatMoney(total.amount) : ''}`, amounts, formatAxis)}
          />
        </div>
        <div>
          <h3>Meals</h3>
          <BarChart
            tone="leaf"
            bars={meals}
            format={formatCount}
            sentence={describeBars(`Meals: ${formatCount(total?.meals ?? 0)}`, meals, formatCount)}
          />
        </div>
      </div>
      <CollapsibleFigures
        label={isRunning ? 'Your giving as a running total' : `Your giving by ${unit}`}
        columns={[upperFirst(unit), 'Donations', 'Donated', 'Meals']}
        rows={shown
          .map((period) => ({
            name: namesOf(period).name,
            figures: [formatCount(period.donationsCount), formatMoney(period.amount), formatCount(period.meals)],
          }))
          .toReversed()}
      />
    </>
  );
}

/** Describes the bars: `Meals: 24 from June 2026 to November 2026. The highest bar is November 2026 with 12.` */
function describeBars(total: string, bars: readonly Bar[], format: (value: number) => string): string {
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) return total;
  const highest = bars.reduce((high, bar) => (bar.value >= high.value ? bar : high), first);
  return `${total} from ${first.name} to ${last.name}. The highest bar is ${highest.name} with ${format(highest.value)}.`;
}

function unitOf([first]: readonly Period[]): string {
  if (first?.monthsCount === 12) return 'year';
  return first?.monthsCount === 3 ? 'quarter' : 'month';
}

const upperFirst = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
