import { lazy, type JSX } from 'react';
import { impactReport } from '#domain/report/impact-report.ts';
import type { ReportPage } from '#domain/report/report-page.ts';
import { useVisit } from '#web/app-router.tsx';
import { usePageData } from '#web/page-data.ts';
import '#web/pages/text-page.css';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { ExampleReport } from './example-report.tsx';
import './report.css';

// Loaded if staff have published something: a year from the books, or other figures of the example.
const PublishedReport = lazy(async () => ({ default: (await import('./published-report.tsx')).PublishedReport }));

/** `/impact-report`: the illustrative report as a page (spec 2, Impact report), and with `?year=` a year from the books. */
export default function ImpactReportPage(): JSX.Element {
  const year = new URLSearchParams(useVisit().search).get('year');
  const page = usePageData({
    address: year === null ? '/impact-report' : `/impact-report?year=${year}`,
    isData: isReportPage,
    standard: year === null ? standardPage : undefined,
    load: async () => (await import('./load-report.ts')).loadReport(year),
  });
  return page.kind === 'standard' ? (
    <ExampleReport report={impactReport} />
  ) : (
    <LazyPart>
      <PublishedReport page={page} />
    </LazyPart>
  );
}

type Page = ReportPage | { readonly kind: 'standard' };

const standardPage: Page = { kind: 'standard' };

const isReportPage = (data: object): data is Page => 'kind' in data;
