import { sumYear, type YearCell } from '#domain/report/sum-year.ts';
import type { YearReport } from '#domain/report/year-report.ts';
import type { Queryable } from '#server/db/database.ts';
import { sumDonationsByMonth } from '../days/sum-donations.ts';

/**
 * Reports of all years that the books cover, the newest first. A year with too few donations has none. Undefined
 * while the figures are being prepared.
 */
export async function readYears(db: Queryable, now: Date): Promise<readonly YearReport[] | undefined> {
  const [sums, charities] = await Promise.all([
    sumDonationsByMonth(db, now),
    db.selectFrom('charities').select(['id', 'name']).execute(),
  ]);
  if (!sums) return undefined;
  const nameOf = new Map(charities.map(({ id, name }) => [id, name]));
  const years = new Map<number, YearCell[]>();
  for (const { given_month: given, charity_id: charity, ...sum } of sums) {
    const [year, month] = [Number(given.slice(0, 4)), Number(given.slice(5))];
    const cell = {
      month,
      charity: nameOf.get(charity) ?? `Charity ${charity}`,
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
