import { sql } from 'kysely';
import type { RewardsResponse } from '#contract/donor.ts';
import { calendarDay } from '#domain/donation/calendar-day.ts';
import { rewardsOf } from '#domain/rewards/rewards.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import type { UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { baseAmount, donationsOf, remaining } from './remaining.ts';

/** Finds a donor's rewards as of today in the account's time zone. */
export async function findRewards(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  user: Pick<UserRow, 'id' | 'time_zone'>,
): Promise<RewardsResponse> {
  const days = await findDonationDays(db.read, { donorId: user.id });
  return toRewardsResponse(days, calendarDay(clock.now(), user.time_zone));
}

/** The sum of a donor's donations to one charity on one day. */
export type DonationDay = Awaited<ReturnType<typeof findDonationDays>>[number];

export function toRewardsResponse(days: readonly DonationDay[], today: string): RewardsResponse {
  const donations = days.map((day) => ({
    donatedOn: day.donated_on,
    amount: baseAmount(day.amount_minor),
    charityId: day.charity_id,
  }));
  const { badges, week, ...rewards } = rewardsOf(donations, today);
  return { ...rewards, badges: [...badges], week: [...week] };
}

/** Finds one row for each day and charity. Rewards need no more. Leaves out fully reversed donations. */
const findDonationDays = prepared((db, { donorId }: { donorId: string }) =>
  db
    .selectFrom(donationsOf(donorId))
    .select(['donated_on', 'charity_id', sql<number>`cast(sum(${remaining.amount}) as bigint)`.as('amount_minor')])
    .where(remaining.amount, '>', sql.lit(0))
    .groupBy(['donated_on', 'charity_id']),
);
