import type { JSX, ReactNode } from 'react';
import {
  booksNote,
  togetherNote,
  yearCells,
  yearHeadlines,
  yearSummaryOf,
  type YearReport as Report,
  type YearRow,
} from '#domain/report/year-report.ts';
import { FigureTable } from '#web/charts/index.ts';
import { siteName } from '#web/page-settings.ts';
import { CharityChart, YearCharts } from './report-charts.tsx';
import { DonateNow, ReportFrame, ReportSection, Summary } from './report-frame.tsx';

interface YearReportProps {
  readonly report: Report;
  /** Shown above the figures. */
  readonly children: ReactNode;
}

/** The yearly report, from the books. */
export const YearReport = ({ report, children }: YearReportProps): JSX.Element => (
  <ReportFrame
    year={String(report.year)}
    description={`What ${siteName()} donors gave in ${report.year}, month by month and charity by charity, from our books.`}
    path={`/impact-report?year=${report.year}`}
    lead={
      report.isRunning
        ? `Our report of ${report.year} so far.`
        : `Our annual report: January to December ${report.year}.`
    }
    note={booksNote}
    pdf={`/api/impact-report.pdf?year=${report.year}`}
  >
    {children}
    <Summary text={yearSummaryOf(report)} headlines={yearHeadlines(report)} />
    <ReportSection id="months" title="Month by month" note={togetherNote}>
      <YearCharts months={report.months} />
      <RowTable label="Month by month" first="Month" rows={report.months} />
    </ReportSection>
    <ReportSection id="charities" title="Charity by charity" note={togetherNote}>
      <CharityChart charities={report.byCharity} />
      <RowTable label="Charity by charity" first="Charity" rows={report.byCharity} />
    </ReportSection>
    <DonateNow />
  </ReportFrame>
);

interface RowTableProps {
  readonly label: string;
  /** The title of the first column. */
  readonly first: string;
  readonly rows: readonly YearRow[];
}

const RowTable = ({ label, first, rows }: RowTableProps): JSX.Element => (
  <FigureTable
    label={label}
    columns={[first, 'Donations', 'Meals', 'Amount']}
    rows={rows.map((row) => ({ name: row.name, figures: yearCells(row) }))}
  />
);
