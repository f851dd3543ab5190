import { sql } from 'kysely';
import type { ImpactResponse } from '#contract/donor.ts';
import { toDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import { baseAmount, donationsOf, remaining } from '../remaining.ts';

/** Adds up a donor's donations; returns zeros for a donor without donations. */
export async function sumImpact(db: Queryable, donorId: string): Promise<ImpactResponse> {
  const [sums] = await findSums(db, { donorId });
  if (!sums) throw new TypeError('the query for the sums returned no row');
  return toImpactResponse(sums);
}

/** Converts a row of `findSums` to the response. */
export const toImpactResponse = (sums: Awaited<ReturnType<typeof findSums>>[number]): ImpactResponse => ({
  totalDonated: toDecimal(baseAmount(sums.amount_minor)),
  totalMeals: sums.meals,
  donationsCount: sums.donations_count,
  charitiesSupported: sums.charities_count,
});

/** Adds up donations, without fully reversed ones. The casts turn PostgreSQL's wide sums back into integers. */
const findSums = prepared((db, { donorId }: { donorId: string }) =>
  db
    .selectFrom(donationsOf(donorId))
    .select((e) => [
      sql<number>`cast(coalesce(sum(${remaining.amount}), 0) as bigint)`.as('amount_minor'),
      sql<number>`cast(coalesce(sum(${remaining.meals}), 0) as bigint)`.as('meals'),
      e.fn.countAll<number>().as('donations_count'),
      e.fn.count<number>('donation.charity_id').distinct().as('charities_count'),
    ])
    .where(remaining.amount, '>', sql.lit(0)),
);
