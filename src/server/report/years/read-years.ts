import { sumYear, type YearCell } from '#domain/report/sum-year.ts';
import type { YearReport } from '#domain/report/year-report.ts';
import { distinctCharityNames } from '#server/catalogue/index.ts';
import type { Deps } from '#server/deps.ts';
import { sumDonationsByMonth } from '../days/sum-donations.ts';

type YearSources = Pick<Deps, 'db' | 'clock' | 'published'>;

/**
 * Reads the reports of all years that the books cover, the newest first. A year with too few donations has no report. Charities
 * have their current names, so that a renamed charity has one row. Returns undefined while the figures are being prepared.
 */
export async function readYears(deps: YearSources): Promise<readonly YearReport[] | undefined> {
  const [now, names] = [deps.clock.now(), distinctCharityNames(deps)];
  const sums = await sumDonationsByMonth(deps.db.read, now);
  if (!sums) return undefined;
  const years = new Map<number, YearCell[]>();
  for (const { given_month: given, charity_id: charity, ...sum } of sums) {
    const [year, month] = [Number(given.slice(0, 4)), Number(given.slice(5))];
    const cell = {
      month,
      charity: names.get(charity) ?? `Charity ${charity}`,
      donations: sum.donations - sum.donations_reversed,
      meals: sum.meals - sum.meals_reversed,
      amountMinor: sum.amount_minor - sum.amount_reversed_minor, // in the base currency on every donation
    };
    years.set(year, [...(years.get(year) ?? []), cell]);
  }
  return [...years]
    .toSorted(([left], [right]) => right - left)
    .flatMap(([year, cells]) => sumYear({ year, openMonth: openMonthOf(year, now), cells }) ?? []);
}

const openMonthOf = (year: number, now: Date): number | undefined =>
  year === now.getUTCFullYear() ? now.getUTCMonth() + 1 : undefined;
