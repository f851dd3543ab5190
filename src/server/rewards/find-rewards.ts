import { sql } from 'kysely';
import type { RewardsAnswer } from '#contract/donor.ts';
import { civilDay } from '#domain/donation/civil-day.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import { money } from '#domain/money/money.ts';
import { rewardsOf } from '#domain/rewards/rewards.ts';
import { prepared } from '#server/db/prepared.ts';
import { giftsOf, standing } from '#server/donations/index.ts';
import type { UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';

/** A donor's rewards today, where the account's time zone puts today. */
export async function findRewards(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  user: Pick<UserRow, 'id' | 'time_zone'>,
): Promise<RewardsAnswer> {
  const days = await findGivingDays(db.read, { donorId: user.id });
  const donations = days.map((day) => ({
    donatedOn: day.donated_on,
    amount: money(day.amount_minor, baseCurrency), // `amount_minor` is in the base currency on every donation
    charityId: day.charity_id,
  }));
  const { badges, ...rewards } = rewardsOf(donations, civilDay(clock.now(), user.time_zone));
  return { ...rewards, badges: [...badges] };
}

/** One row for each day and charity with a gift of which something remains: rewards ask for no more, however many donations a day saw. */
const findGivingDays = prepared((db, { donorId }: { donorId: string }) =>
  db
    .selectFrom(giftsOf(donorId))
    .select(['donated_on', 'charity_id', sql<number>`cast(sum(${standing.amount}) as bigint)`.as('amount_minor')])
    .where(standing.amount, '>', sql.lit(0))
    .groupBy(['donated_on', 'charity_id']),
);
