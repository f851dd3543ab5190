import type { JSX } from 'react';
import { withFigures } from '#domain/report/example-figures.ts';
import { noReportSentences, type ReportPage } from '#domain/report/report-page.ts';
import { PageHead } from '#web/layout/page-head.tsx';
import { Link } from '#web/ui/link.tsx';
import { ExampleReport } from './example-report.tsx';
import { YearReport } from './year-report.tsx';

/** The report with what staff have published: a year from the books, or the example with other figures. */
export function PublishedReport({ page }: { readonly page: ReportPage }): JSX.Element {
  switch (page.kind) {
    case 'example':
      return (
        <ExampleReport report={withFigures(page.figures)} year={page.figures.year}>
          <Years years={page.years} shown="example" />
        </ExampleReport>
      );
    case 'year':
      return (
        <YearReport report={page.report}>
          <Years years={page.years} shown={page.report.year} />
        </YearReport>
      );
    case 'missing':
    case 'unavailable':
      return <NoReport sentence={noReportSentences[page.kind]} years={page.years} />;
  }
}

interface YearsProps {
  readonly years: readonly number[];
  /** The report that the page shows. It gets no link. */
  readonly shown?: number | 'example';
}

/** Links to the yearly reports and to the example. */
const Years = ({ years, shown }: YearsProps): JSX.Element | null =>
  years.length === 0 && shown === 'example' ? null : (
    <nav aria-label="Reports" className="report-years report-action">
      {years
        .filter((year) => year !== shown)
        .map((year) => (
          <Link key={year} to={`/impact-report?year=${year}`} aria-current={undefined} className="link">
            {`${year}, from our books`}
          </Link>
        ))}
      {shown !== 'example' && (
        <Link to="/impact-report" aria-current={undefined} className="link">
          Illustrative example
        </Link>
      )}
    </nav>
  );

const NoReport = ({ sentence, years }: YearsProps & { readonly sentence: string }): JSX.Element => (
  <>
    <PageHead title="Impact Report" description={sentence} path="/impact-report" isIndexed={false} />
    <article className="text report">
      <h1>Impact Report</h1>
      <p className="text-lead">{sentence}</p>
      <Years years={years} />
    </article>
  </>
);
