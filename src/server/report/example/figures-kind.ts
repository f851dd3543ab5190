import * as z from 'zod';
import { formatCount, formatMoneyForAnyone } from '#domain/money/format.ts';
import type { DocumentKind } from '#domain/publishing/document-kind.ts';
import { standardFigures, withFigures, type ExampleFigures } from '#domain/report/example-figures.ts';

const sums = { donations: z.int(), meals: z.int(), amountMinor: z.int() };

const figures = z.object({
  year: z.nullable(z.int()),
  ...sums,
  countries: z.int(),
  charities: z.int(),
  volunteerHours: z.int(),
  growthPercent: z.int(),
  months: z.array(z.object(sums)),
  regions: z.array(z.object({ sharePercent: z.int(), meals: z.int(), charities: z.int() })),
});

/** The figures of the illustrative report, as a kind of document that staff publish in versions. */
export const exampleFiguresKind: DocumentKind<ExampleFigures> = {
  name: 'report',
  title: 'figures of the illustrative report',
  standard: standardFigures,
  parse: (stored) => figures.parse(stored),
  factsOf: (document) => {
    const { months, regions, amount, ...report } = withFigures(document);
    return new Map([
      ['Year', document.year === null ? 'last year' : String(document.year)],
      ['Donations', formatCount(report.donations)],
      ['Meals', formatCount(report.meals)],
      ['Amount', formatMoneyForAnyone(amount)],
      ['Countries', formatCount(report.countries)],
      ['Charities', formatCount(report.charities)],
      ['Volunteer hours', formatCount(report.volunteerHours)],
      ['Growth', `${report.growthPercent}%`],
      ...months.map(
        (row) =>
          [
            row.month,
            `${formatCount(row.donations)} donations, ${formatCount(row.meals)} meals, ${formatMoneyForAnyone(row.amount)}`,
          ] as const,
      ),
      ...regions.map(
        (row) =>
          [
            row.region,
            `${row.sharePercent}%, ${formatCount(row.meals)} meals, ${formatCount(row.charities)} charities`,
          ] as const,
      ),
    ]);
  },
};
