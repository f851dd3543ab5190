import * as z from 'zod/mini';
import { noReportSentences } from '#domain/report/report-page.ts';

const figures = { donations: z.int(), meals: z.int(), amountMinor: z.int() };

const yearRow = z.object({ name: z.string(), ...figures });

/** The yearly report from the books. Amounts are in US cents. */
export const yearReport = z.object({
  year: z.int(),
  isRunning: z.boolean(),
  ...figures,
  charities: z.int(),
  months: z.array(yearRow),
  byCharity: z.array(yearRow),
});

/** The figures of the illustrative example. */
export const exampleFigures = z.object({
  year: z.nullable(z.int()),
  ...figures,
  countries: z.int(),
  charities: z.int(),
  volunteerHours: z.int(),
  growthPercent: z.int(),
  months: z.array(z.object(figures)),
  regions: z.array(z.object({ sharePercent: z.int(), meals: z.int(), charities: z.int() })),
});

/** The query of the report: a year that the books cover. Without a year, the response is the illustrative example. */
export const reportQuery = z.object({
  year: z.optional(z.string({ error: noReportSentences.missing })),
});

const years = z.array(z.int());

/** `GET /api/impact-report`. */
export const reportResponse = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('example'), figures: exampleFigures, years }),
  z.object({ kind: z.literal('year'), report: yearReport, years }),
]);
