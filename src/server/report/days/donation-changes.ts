import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '#server/db/database.ts';
import type { DailyDonationsRow } from '#server/db/tables.ts';

/** The sums of what was posted for donations in a period, by the donations' month, charity and currency of the charge. */
export type DonationChange = Omit<DailyDonationsRow, 'day'>;

/** Adds up what was posted for donations at or after `from` and before `until`. */
export async function readDonationChanges(db: Queryable, from: string, until: string): Promise<DonationChange[]> {
  const { rows } = await donationChangesQuery(from, until).execute(db);
  return rows;
}

/** Creates the query. Its casts turn PostgreSQL's wide sums back into integers. */
const donationChangesQuery = (from: string, until: string) => sql<DonationChange>`
  with settled as (
    select substr(posted.posted_at, 1, 7) as given_month, donation.charity_id, donation.charge_currency as currency,
      cast(1 as bigint) as donations, cast(0 as bigint) as donations_reversed,
      cast(donation.meals as bigint) as meals, cast(0 as bigint) as meals_reversed,
      donation.amount_minor, cast(0 as bigint) as amount_reversed_minor,
      donation.charge_subtotal_minor as charge_minor, cast(0 as bigint) as charge_reversed_minor,
      donation.charge_service_fee_minor as service_fees_minor, cast(0 as bigint) as service_fees_reversed_minor
    from ledger_transactions posted join donations donation on donation.intent_id = posted.intent_id
    where posted.posted_at >= ${from} and posted.posted_at < ${until} and posted.cause = 'settlement:' || posted.intent_id
  ),
  touched as (
    select distinct posted.intent_id from ledger_transactions posted
    where posted.posted_at >= ${from} and posted.posted_at < ${until} and ${isReversal}
  ),
  reversal as (
    select touched.intent_id,
      cast(sum(case when posted.posted_at < ${from} then entry.amount_minor else 0 end) as bigint) as before_minor,
      cast(sum(entry.amount_minor) as bigint) as after_minor,
      ${addedIf(from, sql`entry.account <> 'service_fee_income'`)} as charge_minor,
      ${addedIf(from, sql`entry.account = 'service_fee_income'`)} as fees_minor
    from touched
    join ledger_transactions posted on posted.intent_id = touched.intent_id and posted.posted_at < ${until} and ${isReversal}
    join ledger_entries entry on entry.transaction_id = posted.id
      and (entry.account like 'charity:%' or entry.account = 'service_fee_income')
    group by touched.intent_id
  ),
  reversed as (
    select substr(settlement.posted_at, 1, 7) as given_month, donation.charity_id, donation.charge_currency as currency,
      0 as donations, ${isFullyReversed(sql`reversal.after_minor`)} - ${isFullyReversed(sql`reversal.before_minor`)} as donations_reversed,
      0 as meals, ${mealsLeft(sql`reversal.before_minor`)} - ${mealsLeft(sql`reversal.after_minor`)} as meals_reversed,
      0 as amount_minor, ${amountLeft(sql`reversal.before_minor`)} - ${amountLeft(sql`reversal.after_minor`)} as amount_reversed_minor,
      0 as charge_minor, reversal.charge_minor as charge_reversed_minor,
      0 as service_fees_minor, reversal.fees_minor as service_fees_reversed_minor
    from reversal
    join donations donation on donation.intent_id = reversal.intent_id
    join ledger_transactions settlement on settlement.cause = 'settlement:' || reversal.intent_id
  )
  select given_month, charity_id, currency, ${sql.join(sumColumns.map(sumOf))}
  from (select * from settled union all select * from reversed) change
  group by given_month, charity_id, currency
  order by given_month, charity_id, currency`;

/** The columns of `DonationSums`. */
export const sumColumns = [
  'donations',
  'donations_reversed',
  'meals',
  'meals_reversed',
  'amount_minor',
  'amount_reversed_minor',
  'charge_minor',
  'charge_reversed_minor',
  'service_fees_minor',
  'service_fees_reversed_minor',
] as const;

const sumOf = (column: string) => sql`cast(sum(${sql.ref(column)}) as bigint) as ${sql.ref(column)}`;

const isReversal = sql`(posted.cause like 'refund:%' or posted.cause like 'dispute:%')`;

const addedIf = (from: string, condition: RawBuilder<unknown>) =>
  sql`cast(sum(case when posted.posted_at >= ${from} and ${condition} then entry.amount_minor else 0 end) as bigint)`;

/** Computes the amount left of a donation after this much of its charge was reversed, as in `remaining.amount`. */
const amountLeft = (reversedMinor: RawBuilder<unknown>) => sql`(donation.amount_minor
  - (2 * donation.amount_minor * ${reversedMinor} + donation.charge_total_minor) / (2 * donation.charge_total_minor))`;

/** Computes the meals left of a donation, as in `remaining.meals`. */
const mealsLeft = (reversedMinor: RawBuilder<unknown>) =>
  sql`(donation.meals * (donation.charge_total_minor - ${reversedMinor}) / donation.charge_total_minor)`;

const isFullyReversed = (reversedMinor: RawBuilder<unknown>) =>
  sql`case when ${amountLeft(reversedMinor)} <= 0 then 1 else 0 end`;
