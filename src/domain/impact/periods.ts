import { baseCurrency } from '#domain/money/currency.ts';
import { add, zero, type Money } from '#domain/money/money.ts';

/** The sums of a group of donations after refunds and disputes. `amount` is without the fee, in the base currency. */
export interface Totals {
  readonly donationsCount: number;
  readonly amount: Money;
  readonly meals: number;
}

/** A donor's donations to one charity in one month. */
export interface CharityMonth extends Totals {
  /** Calendar month of the donor's days, YYYY-MM. */
  readonly month: string;
  readonly charityId: number;
  readonly charityName: string;
}

/** A month, a calendar quarter or a calendar year. */
export interface Period extends Totals {
  /** YYYY-MM. */
  readonly firstMonth: string;
  readonly monthsCount: PeriodMonths;
}

type PeriodMonths = 1 | 3 | 12;

/**
 * Divides a donor's donations into consecutive periods of equal length, oldest first. The periods end with the current month, or
 * with a later donation, and cover at least six months. Up to two years are divided into months, up to six years into quarters,
 * and longer histories into years, so that a chart stays readable.
 */
export function periodsOf(donations: readonly CharityMonth[], currentMonth: string): readonly Period[] {
  const numbers = donations.map(({ month }) => monthNumber(month));
  const last = Math.max(monthNumber(currentMonth), ...numbers);
  const first = Math.min(last - (monthsMin - 1), ...numbers);
  const monthsCount = periodLengthFor(last - first + 1);
  const firstPeriod = Math.floor(first / monthsCount);
  const periods = Array.from({ length: Math.floor(last / monthsCount) - firstPeriod + 1 }, (_, index) => ({
    firstMonth: monthOf((firstPeriod + index) * monthsCount),
    monthsCount,
    ...noTotals,
  }));
  for (const donation of donations) {
    const index = Math.floor(monthNumber(donation.month) / monthsCount) - firstPeriod;
    const period = periods[index];
    if (period) periods[index] = { ...period, ...addTotals(period, donation) };
  }
  return periods;
}

const monthsMin = 6;

function periodLengthFor(months: number): PeriodMonths {
  if (months <= 24) return 1;
  return months <= 72 ? 3 : 12;
}

/** Returns the same periods, each with the totals of all periods up to its end. */
export function runningTotalsOf(periods: readonly Period[]): readonly Period[] {
  let totals = noTotals;
  return periods.map((period) => {
    totals = addTotals(totals, period);
    return { ...period, ...totals };
  });
}

export interface CharityTotals extends Totals {
  readonly charityId: number;
  readonly charityName: string;
}

/** Adds up the donations by charity, the largest amount first. */
export function totalsByCharity(donations: readonly CharityMonth[]): readonly CharityTotals[] {
  const charities = new Map<number, CharityTotals>();
  for (const donation of donations) {
    const { charityId, charityName } = donation;
    const totals = addTotals(charities.get(charityId) ?? noTotals, donation);
    charities.set(charityId, { charityId, charityName, ...totals });
  }
  return [...charities.values()].toSorted((left, right) => right.amount.amountMinor - left.amount.amountMinor);
}

const noTotals: Totals = { donationsCount: 0, amount: zero(baseCurrency), meals: 0 };

const addTotals = (left: Totals, right: Totals): Totals => ({
  donationsCount: left.donationsCount + right.donationsCount,
  amount: add(left.amount, right.amount),
  meals: left.meals + right.meals,
});

/** Counts the months since January of the year 0. Throws RangeError unless the text is YYYY-MM. */
export function monthNumber(month: string): number {
  const [, year, monthOfYear] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month) ?? [];
  if (year === undefined || monthOfYear === undefined) throw new RangeError(`${month} is not a month`);
  return Number(year) * 12 + Number(monthOfYear) - 1;
}

/** Returns the month, YYYY-MM, with this number. */
export const monthOf = (number: number): string =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;
