import { yearRowDonationsMin, type YearFigures, type YearReport, type YearRow } from './year-report.ts';

/** The sums of the donations to one charity in one month. */
export interface YearCell extends YearFigures {
  /** 1 for January. */
  readonly month: number;
  readonly charity: string;
}

interface YearToSum {
  readonly year: number;
  /** The month that has not ended yet; undefined if the year has ended. */
  readonly openMonth: number | undefined;
  readonly cells: readonly YearCell[];
}

/** Creates a year's report; undefined while the year has too few donations to show any figure. */
export function sumYear({ year, openMonth, cells }: YearToSum): YearReport | undefined {
  const total = addUp(cells);
  if (total.donations < yearRowDonationsMin) return undefined;
  const charities = [...new Set(cells.map(({ charity }) => charity))]
    .map((name) => ({ name, ...addUp(cells.filter(({ charity }) => charity === name)) }))
    .filter(({ donations }) => donations > 0);
  const months = monthNames
    .slice(0, openMonth ?? monthNames.length)
    .map((name, index) => ({ name, ...addUp(cells.filter(({ month }) => month === index + 1)) }));
  return {
    year,
    isRunning: openMonth !== undefined,
    ...total,
    charities: charities.length,
    months: mergeMonths(months),
    byCharity: mergeCharities(charities),
  };
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** Returns true if a row may be shown on its own. A row without donations reveals nothing. */
const isShowable = ({ donations }: YearFigures): boolean => donations === 0 || donations >= yearRowDonationsMin;

/** Joins a month with too few donations to the next months, and at the end of the year to earlier ones. */
function mergeMonths(months: readonly YearRow[]): readonly YearRow[] {
  const groups: YearRow[][] = [];
  for (const month of months) {
    const open = groups.at(-1);
    if (open && !isShowable(addUp(open))) open.push(month);
    else groups.push([month]);
  }
  for (let last = groups.at(-1); last && !isShowable(addUp(last)) && groups.length > 1; last = groups.at(-1))
    groups.splice(-2, 2, [...(groups.at(-2) ?? []), ...last]);
  return groups.map((group) => ({ name: nameOfMonths(group), ...addUp(group) }));
}

function nameOfMonths(group: readonly YearRow[]): string {
  const [first, last] = [group[0]?.name ?? '', group.at(-1)?.name ?? ''];
  return first === last ? first : `${first} to ${last}`;
}

/**
 * Sorts charities by amount, the largest first. Charities with too few donations share one row. If the sum of that row is still
 * too small, the smallest other charities join it.
 */
function mergeCharities(charities: readonly YearRow[]): readonly YearRow[] {
  const sorted = charities.toSorted(
    (left, right) => right.amountMinor - left.amountMinor || (left.name < right.name ? -1 : 1),
  );
  const shown = sorted.filter(isShowable);
  const others = sorted.filter((charity) => !isShowable(charity));
  if (others.length === 0) return shown;
  while (!isShowable(addUp(others))) {
    const smallest = shown.pop();
    if (!smallest) break;
    others.push(smallest);
  }
  return [...shown, { name: shown.length === 0 ? 'All charities' : 'Other charities', ...addUp(others) }];
}

const addUp = (rows: readonly YearFigures[]): YearFigures => ({
  donations: rows.reduce((sum, row) => sum + row.donations, 0),
  meals: rows.reduce((sum, row) => sum + row.meals, 0),
  amountMinor: rows.reduce((sum, row) => sum + row.amountMinor, 0),
});
