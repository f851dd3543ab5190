import * as z from 'zod/mini';
import { exampleFigures, yearReport } from '#contract/public/report.ts';
import { publishedVersion, publishingFields } from './publishing.ts';

export const adminReportSentences = {
  year: 'Please enter a year between 2000 and 2100, or leave the field empty for last year.',
  count: 'Please enter a whole number between 0 and 1,000,000,000.',
  percent: 'Please enter a whole number between 0 and 100.',
  growth: 'Please enter a whole number between -100 and 1,000.',
  rows: 'Please reload the page and try again.',
  isOn: 'Please choose whether the report is public.',
  preparing: 'The figures are being prepared. Please try again in a few minutes.',
  uncovered: 'The books have too few donations in this year for a report.',
} as const;

const wholeNumber = (error: string, least: number, most: number) =>
  z.int({ error }).check(z.gte(least, { error }), z.lte(most, { error }));

const count = wholeNumber(adminReportSentences.count, 0, 1_000_000_000);
const cents = wholeNumber(adminReportSentences.count, 0, 100_000_000_000);
const percent = wholeNumber(adminReportSentences.percent, 0, 100);

const rows = <Row extends z.ZodMiniType>(row: Row, length: number) =>
  z.array(row, { error: adminReportSentences.rows }).check(z.length(length, { error: adminReportSentences.rows }));

/** The figures of the illustrative example, as staff publish them. */
export const enteredFigures = z.object({
  year: z.nullable(wholeNumber(adminReportSentences.year, 2000, 2100)),
  donations: count,
  meals: count,
  amountMinor: cents,
  countries: count,
  charities: count,
  volunteerHours: count,
  growthPercent: wholeNumber(adminReportSentences.growth, -100, 1000),
  months: rows(z.object({ donations: count, meals: count, amountMinor: cents }), 6),
  regions: rows(z.object({ sharePercent: percent, meals: count, charities: count }), 5),
});

/** `POST /api/admin/report`. */
export const publishFiguresRequest = z.object({ ...publishingFields, figures: enteredFigures });

/** `POST /api/admin/report/default`: publishes the figures of a new installation. */
export const restoreFiguresRequest = z.object(publishingFields);

/** `POST /api/admin/report/preview`: what publishing would change. Stores nothing. */
export const previewFiguresRequest = z.object({ figures: enteredFigures });

export const figuresPreview = z.object({ changes: publishedVersion.shape.changes });

/** `GET /api/admin/report`. */
export const adminReportResponse = z.object({
  /** The number of the newest version, for `basedOn`; 0 if nothing has been published. */
  version: z.int(),
  figures: exampleFigures,
  /** The figures that "back to default" publishes. */
  standard: exampleFigures,
  history: z.array(publishedVersion),
});

/** `GET /api/admin/report-years`: the reports from the books, public ones and others. */
export const reportYearsResponse = z.object({
  version: z.int(),
  reports: z.array(z.object({ isPublic: z.boolean(), report: yearReport })),
  history: z.array(publishedVersion),
});

/** `POST /api/admin/report-years`. */
export const switchYearRequest = z.object({
  year: z.int({ error: adminReportSentences.uncovered }),
  isOn: z.boolean({ error: adminReportSentences.isOn }),
  ...publishingFields,
});

export type AdminReportResponse = z.infer<typeof adminReportResponse>;
export type ReportYearsResponse = z.infer<typeof reportYearsResponse>;
