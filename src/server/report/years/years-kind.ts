import * as z from 'zod';
import type { DocumentKind } from '#domain/publishing/document-kind.ts';
import type { ReportYears } from '#domain/report/report-years.ts';

const reportYears = z.object({ years: z.array(z.int()) });

/** The list of years with a public report, as a kind of document that staff publish in versions. It is empty at first. */
export const yearsKind: DocumentKind<ReportYears> = {
  name: 'report_years',
  title: 'yearly reports',
  standard: { years: [] },
  parse: (stored) => reportYears.parse(stored),
  factsOf: ({ years }) => new Map(years.map((year) => [`Report of ${year}`, 'public'])),
};
