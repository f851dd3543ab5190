import { lazy, type JSX, type ReactNode } from 'react';
import { formatCount, formatMoneyForAnyone } from '#domain/money/format.ts';
import { impactReport } from '#domain/report/impact-report.ts';
import { monthsNote, regionsNote } from '#domain/report/report-words.ts';
import { FigureTable } from '#web/charts/index.ts';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';

const { months, regions } = impactReport;

// The charts are in the prerendered page; their script is loaded after the page's own.
const MonthCharts = lazy(async () => ({ default: (await import('./report-charts.tsx')).MonthCharts }));
const RegionChart = lazy(async () => ({ default: (await import('./report-charts.tsx')).RegionChart }));

/** January to June as two charts and a table. */
export const MonthSection = (): JSX.Element => (
  <ReportSection id="months" title="January to June, month by month" note={monthsNote}>
    <LazyPart>
      <MonthCharts />
    </LazyPart>
    <FigureTable
      label="January to June, month by month"
      columns={['Month', 'Donations', 'Meals', 'Amount']}
      rows={months.map(({ month, donations, meals, amount }) => ({
        name: month,
        figures: [formatCount(donations), formatCount(meals), formatMoneyForAnyone(amount)],
      }))}
    />
  </ReportSection>
);

/** Each region with its share of the year's meals, as a chart and a table. */
export const RegionSection = (): JSX.Element => (
  <ReportSection id="regions" title="Meals by region" note={regionsNote}>
    <LazyPart>
      <RegionChart />
    </LazyPart>
    <FigureTable
      label="Meals by region"
      columns={['Region', 'Share', 'Meals', 'Charities']}
      rows={regions.map(({ region, sharePercent, meals, charities }) => ({
        name: region,
        figures: [`${sharePercent}%`, formatCount(meals), formatCount(charities)],
      }))}
    />
  </ReportSection>
);

interface ReportSectionProps {
  /** Prefix of the heading's id. */
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly children: ReactNode;
}

const ReportSection = ({ id, title, note, children }: ReportSectionProps): JSX.Element => (
  <section aria-labelledby={`${id}-heading`}>
    <h2 id={`${id}-heading`}>{title}</h2>
    <p>{note}</p>
    {children}
  </section>
);
