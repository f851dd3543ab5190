import { money } from '#domain/money/money.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import { impactReport, type ImpactReport, type MonthRow } from './impact-report.ts';

/** The figures of the illustrative example, which staff can publish. Amounts are in US cents. */
export interface ExampleFigures {
  /** The year of the example; null for the previous calendar year. */
  readonly year: number | null;
  readonly donations: number;
  readonly meals: number;
  readonly amountMinor: number;
  readonly countries: number;
  readonly charities: number;
  readonly volunteerHours: number;
  readonly growthPercent: number;
  /** The months from January to June. */
  readonly months: readonly MonthFigures[];
  /** The regions, in the order of the report. */
  readonly regions: readonly RegionFigures[];
}

export interface MonthFigures {
  readonly donations: number;
  readonly meals: number;
  readonly amountMinor: number;
}

export interface RegionFigures {
  readonly sharePercent: number;
  readonly meals: number;
  readonly charities: number;
}

/** The figures of a new installation. */
export const standardFigures: ExampleFigures = {
  year: null,
  donations: impactReport.donations,
  meals: impactReport.meals,
  amountMinor: impactReport.amount.amountMinor,
  countries: impactReport.countries,
  charities: impactReport.charities,
  volunteerHours: impactReport.volunteerHours,
  growthPercent: impactReport.growthPercent,
  months: impactReport.months.map(({ donations, meals, amount }) => ({
    donations,
    meals,
    amountMinor: amount.amountMinor,
  })),
  regions: impactReport.regions.map(({ sharePercent, meals, charities }) => ({ sharePercent, meals, charities })),
};

/** Returns the example report with other figures. Months, regions, partners and goals keep their names and texts. */
export function withFigures({ months, regions, ...figures }: ExampleFigures): ImpactReport {
  const { donations, meals, amountMinor, countries, charities, volunteerHours, growthPercent } = figures;
  return {
    ...impactReport,
    donations,
    meals,
    amount: money(amountMinor, baseCurrency),
    countries,
    charities,
    volunteerHours,
    growthPercent,
    months: impactReport.months.map((row, index) => withMonth(row, months[index])),
    regions: impactReport.regions.map((row, index) => ({ ...row, ...regions[index] })),
  };
}

const withMonth = (row: MonthRow, figures: MonthFigures | undefined): MonthRow =>
  figures
    ? {
        month: row.month,
        donations: figures.donations,
        meals: figures.meals,
        amount: money(figures.amountMinor, baseCurrency),
      }
    : row;

/** Returns a sentence that says how the figures of an example contradict each other; undefined if they do not. */
export function contradictionIn({
  donations,
  meals,
  amountMinor,
  charities,
  months,
  regions,
}: ExampleFigures): string | undefined {
  const sum = (values: readonly number[]): number => values.reduce((left, right) => left + right, 0);
  if (sum(months.map((row) => row.donations)) > donations) return 'The months have more donations than the year.';
  if (sum(months.map((row) => row.meals)) > meals) return 'The months have more meals than the year.';
  if (sum(months.map((row) => row.amountMinor)) > amountMinor) return 'The months have a larger amount than the year.';
  if (sum(regions.map((row) => row.sharePercent)) !== 100) return 'The shares of the regions must add up to 100%.';
  if (sum(regions.map((row) => row.meals)) !== meals)
    return 'The meals of the regions must add up to those of the year.';
  if (sum(regions.map((row) => row.charities)) !== charities)
    return 'The charities of the regions must add up to those of the year.';
  return undefined;
}
