import { useSyncExternalStore, type JSX, type ReactNode } from 'react';
import type { ImpactReport } from '#domain/report/impact-report.ts';
import { reportYear, reportYearPlaceholder } from '#domain/report/report-year.ts';
import { headlinesOf, illustrativeNote, summaryOf } from '#domain/report/report-words.ts';
import { siteName } from '#web/page-settings.ts';
import { DonateNow, ReportFrame, Summary, yearAttribute } from './report-frame.tsx';
import { MonthSection, RegionSection } from './report-sections.tsx';

interface ExampleReportProps {
  readonly report: ImpactReport;
  /** Null or absent: the previous calendar year. */
  readonly year?: number | null;
  /** Shown above the figures. */
  readonly children?: ReactNode;
}

/** The illustrative report. */
export function ExampleReport({ report, year: fixedYear, children }: ExampleReportProps): JSX.Element {
  const previous = usePreviousYear();
  const year = fixedYear ? String(fixedYear) : previous;
  return (
    <ReportFrame
      year={year}
      description={`What a year of skipped snacks adds up to: the ${siteName()} impact report, with example figures.`}
      path="/impact-report"
      lead={`Our annual report: January to December ${year}.`}
      note={illustrativeNote}
      pdf="/api/impact-report.pdf"
    >
      {children}
      <Summary text={summaryOf(report, year)} headlines={headlinesOf(report)} />
      <MonthSection report={report} />
      <RegionSection report={report} />
      <Partners partners={report.partners} />
      <LookingAhead goals={report.goals} />
    </ReportFrame>
  );
}

/** Returns the previous year: while hydrating as the server saw it, afterward by the visitor's clock. */
const usePreviousYear = (): string => useSyncExternalStore(subscribeToNothing, currentReportYear, servedReportYear);

const currentReportYear = (): string => String(reportYear(new Date()));

function servedReportYear(): string {
  if (typeof document === 'undefined') return reportYearPlaceholder; // prerendering: the server fills in the year
  return document.querySelector(`[${yearAttribute}]`)?.getAttribute(yearAttribute) ?? currentReportYear();
}

const subscribeToNothing = (): (() => void) => () => undefined;

const Partners = ({ partners }: Pick<ImpactReport, 'partners'>): JSX.Element => (
  <section aria-labelledby="partners-heading">
    <h2 id="partners-heading">Partner spotlight</h2>
    <ul className="text-cards">
      {partners.map(({ name, text }) => (
        <li key={name}>
          <h3>{name}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  </section>
);

const LookingAhead = ({ goals }: Pick<ImpactReport, 'goals'>): JSX.Element => (
  <section aria-labelledby="goals-heading">
    <h2 id="goals-heading">Looking Ahead</h2>
    <ul>
      {goals.map((goal) => (
        <li key={goal}>{goal}</li>
      ))}
    </ul>
    <DonateNow />
  </section>
);
