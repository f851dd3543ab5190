import { sql, type RawBuilder } from 'kysely';
import type { Rule } from './check-scope.ts';

const ifSettlement = (amount: RawBuilder<unknown>) =>
  sql`case when posted.cause like 'settlement:%' then ${amount} else 0 end`;

const ifReversal = (amount: RawBuilder<unknown>) =>
  sql`case when posted.cause like 'refund:%' or posted.cause like 'dispute:%' then ${amount} else 0 end`;

const onlyFees = sql`case when entry.account = 'service_fee_income' then entry.amount_minor else 0 end`;
const withoutFees = sql`case when entry.account like 'charity:%' then entry.amount_minor else 0 end`;

/** For each rule about the days of donations, a query for what breaks it. */
export const donationDayRules: Readonly<Record<string, Rule>> = {
  'a written day has what was posted for donations': (scope) => sql`
    select day || ' ' || currency as subject
    from (
      select substr(posted.posted_at, 1, 10) as day, donation.charge_currency as currency,
        1 as donations, donation.meals, donation.amount_minor,
        0 as charge_minor, 0 as charge_reversed_minor, 0 as fees_minor, 0 as fees_reversed_minor
      from ledger_transactions posted
      join donations donation on donation.intent_id = posted.intent_id and posted.cause = 'settlement:' || donation.intent_id
      where ${scope.postedOnDay} and substr(posted.posted_at, 1, 10) in (select day from daily_donations)
      union all
      select substr(posted.posted_at, 1, 10), entry.currency, 0, 0, 0,
        -${ifSettlement(withoutFees)}, ${ifReversal(withoutFees)}, -${ifSettlement(onlyFees)}, ${ifReversal(onlyFees)}
      from ledger_transactions posted join ledger_entries entry on entry.transaction_id = posted.id
      where ${scope.postedOnDay} and substr(posted.posted_at, 1, 10) in (select day from daily_donations)
      union all
      select day, currency, -donations, -meals, -amount_minor,
        -charge_minor, -charge_reversed_minor, -service_fees_minor, -service_fees_reversed_minor
      from daily_donations where ${scope.day}
    ) movement
    group by day, currency
    having sum(donations) <> 0 or sum(meals) <> 0 or sum(amount_minor) <> 0 or sum(charge_minor) <> 0
      or sum(charge_reversed_minor) <> 0 or sum(fees_minor) <> 0 or sum(fees_reversed_minor) <> 0`,
};
