import { sql } from 'kysely';
import type { ImpactMonthsResponse } from '#contract/donor.ts';
import { calendarDay } from '#domain/donation/calendar-day.ts';
import { toDecimal } from '#domain/money/money.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import { frozenCharityName } from '#server/db/frozen-charity-name.ts';
import type { UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { baseAmount, donationsOf, remaining } from '../remaining.ts';

/** Finds a donor's donations by month and charity. The current month is that of the account's time zone. */
export async function findImpactMonths(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  user: Pick<UserRow, 'id' | 'time_zone'>,
): Promise<ImpactMonthsResponse> {
  const rows = await findMonths(db.read, { donorId: user.id });
  return {
    currentMonth: calendarDay(clock.now(), user.time_zone).slice(0, 7),
    months: rows.map((row) => ({
      month: row.month,
      charityId: row.charity_id,
      charityName: row.charity_name,
      donationsCount: row.donations_count,
      amount: toDecimal(baseAmount(row.amount_minor)),
      mealsProvided: row.meals,
    })),
  };
}

/** Adds up donations, without fully reversed ones. The casts turn PostgreSQL's wide sums back into integers. */
const findMonths = prepared((db, { donorId }: { donorId: string }) =>
  db
    .selectFrom(donationsOf(donorId))
    .innerJoin('charities', 'charities.id', 'donation.charity_id')
    .select((e) => [
      month.as('month'),
      'donation.charity_id',
      frozenCharityName('donation').as('charity_name'),
      e.fn.countAll<number>().as('donations_count'),
      sql<number>`cast(sum(${remaining.amount}) as bigint)`.as('amount_minor'),
      sql<number>`cast(sum(${remaining.meals}) as bigint)`.as('meals'),
    ])
    .where(remaining.amount, '>', sql.lit(0))
    .groupBy([month, 'donation.charity_id', frozenCharityName('donation')])
    .orderBy('month')
    .orderBy('donation.charity_id'),
);

/** The first seven characters of a day: YYYY-MM. */
const month = sql<string>`substr(donation.donated_on, 1, 7)`;
