import type { ExampleFigures } from './example-figures.ts';
import type { YearReport } from './year-report.ts';

/** Why no report can be shown for a year. */
export const noReportSentences = {
  missing: 'There is no report for this year.',
  unavailable: 'This report is not available right now. Please try again in a moment.',
} as const;

/** The content of the report's page after staff have published something for it. */
export type ReportPage = {
  /** The years whose reports from the books are public, the newest first. */
  readonly years: readonly number[];
} & (
  | { readonly kind: 'example'; readonly figures: ExampleFigures }
  | { readonly kind: 'year'; readonly report: YearReport }
  | { readonly kind: keyof typeof noReportSentences }
);
