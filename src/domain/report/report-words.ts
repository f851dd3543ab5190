import { formatCount, formatMoney } from '#domain/money/format.ts';
import { impactReport } from './impact-report.ts';

const { donations, meals, amount, countries, charities, volunteerHours, growthPercent } = impactReport;

/** What the page and the document say about their figures, word for word (rulings). */
export const illustrativeNote =
  'The figures in this report are an illustrative example. They show what a year could look like and are not results.';

/** The year in a few sentences. */
export const summaryOf = (year: number | string): string =>
  `In ${year}, donors in ${countries} countries skipped a snack ${formatCount(donations)} times. What they gave came to ${formatCount(meals)} meals, served by ${charities} partnered charities with ${formatCount(volunteerHours)} volunteer hours. That is growth of ${growthPercent}% over the year before.`;

/** The four headline figures. */
export const headlineFigures = [
  { name: 'Donations', figure: formatCount(donations) },
  { name: 'Meals provided', figure: formatCount(meals) },
  { name: 'Amount donated', figure: formatMoney(amount) },
  { name: 'Countries', figure: formatCount(countries) },
] as const;

/** What stands above the months, since they do not sum to the year. */
export const monthsNote = 'The first half of the year. With the second half, the figures come to those above.';

/** What stands above the regions. */
export const regionsNote = `Where the ${formatCount(meals)} meals of the year were served.`;
