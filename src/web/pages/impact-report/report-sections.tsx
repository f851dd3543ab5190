import { lazy, type JSX } from 'react';
import { formatCount, formatMoneyForAnyone } from '#domain/money/format.ts';
import type { ImpactReport } from '#domain/report/impact-report.ts';
import { monthsNote, regionsNoteOf } from '#domain/report/report-words.ts';
import { FigureTable } from '#web/charts/index.ts';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { ReportSection } from './report-frame.tsx';

// The charts are in the prerendered page; their script is loaded after the page's own.
const MonthCharts = lazy(async () => ({ default: (await import('./report-charts.tsx')).MonthCharts }));
const RegionChart = lazy(async () => ({ default: (await import('./report-charts.tsx')).RegionChart }));

interface SectionProps {
  readonly report: ImpactReport;
}

/** January to June as two charts and a table. */
export const MonthSection = ({ report: { months } }: SectionProps): JSX.Element => (
  <ReportSection id="months" title="January to June, month by month" note={monthsNote}>
    <LazyPart>
      <MonthCharts months={months} />
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
export const RegionSection = ({ report }: SectionProps): JSX.Element => (
  <ReportSection id="regions" title="Meals by region" note={regionsNoteOf(report)}>
    <LazyPart>
      <RegionChart regions={report.regions} />
    </LazyPart>
    <FigureTable
      label="Meals by region"
      columns={['Region', 'Share', 'Meals', 'Charities']}
      rows={report.regions.map(({ region, sharePercent, meals, charities }) => ({
        name: region,
        figures: [`${sharePercent}%`, formatCount(meals), formatCount(charities)],
      }))}
    />
  </ReportSection>
);
