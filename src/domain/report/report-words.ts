import { formatCount, formatMoneyForAnyone } from '#domain/money/format.ts';
import type { ImpactReport } from './impact-report.ts';

/** Shown with the figures on the page and in the PDF (spec-readings, Pages). */
export const illustrativeNote =
  'The figures in this report are an illustrative example. They show what a year could look like and are not results.';

export function summaryOf(report: ImpactReport, year: number | string): string {
  const { donations, meals, countries, charities, volunteerHours, growthPercent } = report;
  return `In ${year}, donors in ${countries} countries skipped a snack ${formatCount(donations)} times. Together they provided ${formatCount(meals)} meals, served by ${charities} partnered charities with ${formatCount(volunteerHours)} volunteer hours. That's ${changeOf(growthPercent)} from the year before.`;
}

const changeOf = (percent: number): string => (percent < 0 ? `down ${-percent}%` : `up ${percent}%`);

/** Returns the four headline figures. */
export const headlinesOf = ({ donations, meals, amount, countries }: ImpactReport) => [
  { name: 'Donations', figure: formatCount(donations) },
  { name: 'Meals provided', figure: formatCount(meals) },
  { name: 'Amount donated', figure: formatMoneyForAnyone(amount) },
  { name: 'Countries', figure: formatCount(countries) },
];

/** Shown above the months, because they do not add up to the year. */
export const monthsNote = 'First half only; full-year totals are above.';

/** Returns the note above the regions. */
export const regionsNoteOf = ({ meals }: ImpactReport): string =>
  `Where the year’s ${formatCount(meals)} meals were served.`;
