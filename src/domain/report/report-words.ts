import { formatCount, formatMoneyForAnyone } from '#domain/money/format.ts';
import { impactReport } from './impact-report.ts';

const { donations, meals, amount, countries, charities, volunteerHours, growthPercent } = impactReport;

/** Shown with the figures on the page and in the PDF (spec-readings, Pages). */
export const illustrativeNote =
  'The figures in this report are an illustrative example. They show what a year could look like and are not results.';

export const summaryOf = (year: number | string): string =>
  `In ${year}, donors in ${countries} countries skipped a snack ${formatCount(donations)} times. Together they provided ${formatCount(meals)} meals, served by ${charities} partnered charities with ${formatCount(volunteerHours)} volunteer hours. That's up ${growthPercent}% from the year before.`;

export const headlineFigures = [
  { name: 'Donations', figure: formatCount(donations) },
  { name: 'Meals provided', figure: formatCount(meals) },
  { name: 'Amount donated', figure: formatMoneyForAnyone(amount) },
  { name: 'Countries', figure: formatCount(countries) },
] as const;

/** Shown above the months, which do not add up to the year. */
export const monthsNote = 'First half only; full-year totals are above.';

/** Shown above the regions. */
export const regionsNote = `Where the year’s ${formatCount(meals)} meals were served.`;
