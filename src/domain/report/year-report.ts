import { formatCount, formatMoneyForAnyone } from '#domain/money/format.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import { money } from '#domain/money/money.ts';

/** The sums of donations, less what was reversed. The amount is in the base currency, without service fees. */
export interface YearFigures {
  readonly donations: number;
  readonly meals: number;
  readonly amountMinor: number;
}

/** The figures of a month or charity, or of several together. */
export interface YearRow extends YearFigures {
  readonly name: string;
}

/** The report of a year from the books. Every row covers no donations or enough of them, and each list adds up to the year. */
export interface YearReport extends YearFigures {
  readonly year: number;
  /** True if the year has not ended yet. */
  readonly isRunning: boolean;
  /** The number of charities that got donations. */
  readonly charities: number;
  readonly months: readonly YearRow[];
  readonly byCharity: readonly YearRow[];
}

/** The smallest number of donations in a row. Donations are counted, not donors, because the books do not say who gave. */
export const yearRowDonationsMin = 5;

/** Says where the figures of a year come from. */
export const booksNote =
  'These figures are from our books: all donations that were paid, less what was refunded or lost in disputes. Amounts are in US dollars, at the rates of the donations, without service fees.';

/** Shown above the tables of a year. */
export const togetherNote = `Where there were fewer than ${yearRowDonationsMin} donations, they are shown together with others.`;

export const yearSummaryOf = ({ year, isRunning, donations, meals, charities, ...report }: YearReport): string => {
  const gave = `${formatDollars(report)} in ${formatCount(donations)} donations`;
  const to = charities === 1 ? 'one charity' : `${formatCount(charities)} charities`;
  return isRunning
    ? `In ${year}, donors have given ${gave} to ${to} so far: about ${formatCount(meals)} meals.`
    : `In ${year}, donors gave ${gave} to ${to}: about ${formatCount(meals)} meals.`;
};

/** Returns the four headline figures of a year. */
export const yearHeadlines = (report: YearReport): readonly { readonly name: string; readonly figure: string }[] => [
  { name: 'Donations', figure: formatCount(report.donations) },
  { name: 'Meals provided', figure: formatCount(report.meals) },
  { name: 'Amount donated', figure: formatDollars(report) },
  { name: 'Charities', figure: formatCount(report.charities) },
];

/** Returns the cells of a row after its name. */
export const yearCells = (row: YearFigures): readonly string[] => [
  formatCount(row.donations),
  formatCount(row.meals),
  formatDollars(row),
];

export const formatDollars = ({ amountMinor }: Pick<YearFigures, 'amountMinor'>): string =>
  formatMoneyForAnyone(money(amountMinor, baseCurrency));
