import { sql } from 'kysely';
import type { ImpactAnswer } from '#contract/donor.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import { giftsOf, standing } from '#server/donations/index.ts';

/** What a donor's donations come to, added up from their rows in one query; all zero for who has none. */
export async function sumImpact(db: Queryable, donorId: string): Promise<ImpactAnswer> {
  const [sums] = await findSums(db, { donorId });
  if (!sums) throw new TypeError('a sum has one row');
  return {
    totalDonated: toDecimal(money(sums.amount_minor, baseCurrency)), // `amount_minor` is in the base currency on every donation
    totalMeals: sums.meals,
    donationsCount: sums.donations_count,
    charitiesSupported: sums.charities_count,
  };
}

/** A gift that went back whole is none. The casts bring PostgreSQL's wide sums back to integers. */
const findSums = prepared((db, { donorId }: { donorId: string }) =>
  db
    .selectFrom(giftsOf(donorId))
    .select((e) => [
      sql<number>`cast(coalesce(sum(${standing.amount}), 0) as bigint)`.as('amount_minor'),
      sql<number>`cast(coalesce(sum(${standing.meals}), 0) as bigint)`.as('meals'),
      e.fn.countAll<number>().as('donations_count'),
      e.fn.count<number>('gift.charity_id').distinct().as('charities_count'),
    ])
    .where(standing.amount, '>', sql.lit(0)),
);
