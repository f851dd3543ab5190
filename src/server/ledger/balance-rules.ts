import { sql, type RawBuilder } from 'kysely';
import type { Rule } from './check-scope.ts';

const amountIf = (condition: RawBuilder<unknown>, sign: RawBuilder<unknown>) =>
  sql`case when ${condition} then ${sign} entry.amount_minor else 0 end`;

const isDonorMoney = sql`(entry.account like 'charity:%' or entry.account = 'service_fee_income')`;

/** For each entry, its part of each sum in `daily_money_in`, decided by its cause and account. */
const moneyIn = sql`
  case when posted.cause like 'settlement:%' and entry.account like 'clearing:%' then 1 else 0 end as payments,
  ${amountIf(sql`posted.cause like 'settlement:%' and entry.account like 'charity:%'`, sql`-`)} as donations_minor,
  ${amountIf(sql`posted.cause like 'settlement:%' and entry.account = 'service_fee_income'`, sql`-`)} as service_fees_minor,
  ${amountIf(sql`posted.cause like 'refund:%' and ${isDonorMoney}`, sql`+`)} as refunds_minor,
  ${amountIf(sql`posted.cause like 'dispute:%' and ${isDonorMoney}`, sql`+`)} as disputes_minor,
  ${amountIf(sql`entry.account = 'dispute_losses'`, sql`+`)} as dispute_losses_minor,
  ${amountIf(sql`entry.account = 'processing_fees'`, sql`+`)} as provider_fees_minor`;

/** For each rule about daily balances, a query for what breaks it. */
export const balanceRules: Readonly<Record<string, Rule>> = {
  'a written day has the sums of its entries': (scope) => sql`
    select day || ' ' || account || ' ' || currency as subject
    from (
      select substr(posted.posted_at, 1, 10) as day, entry.account, entry.currency,
        case when entry.amount_minor > 0 then entry.amount_minor else 0 end as debit_minor,
        case when entry.amount_minor < 0 then -entry.amount_minor else 0 end as credit_minor
      from ledger_transactions posted join ledger_entries entry on entry.transaction_id = posted.id
      where ${scope.postedOnDay} and posted.posted_at < (select written_before from ledger_progress)
      union all
      select day, account, currency, -debit_minor, -credit_minor from daily_balances where ${scope.day}
    ) movement
    group by day, account, currency
    having sum(debit_minor) <> 0 or sum(credit_minor) <> 0`,
  'the written days of a currency sum to zero': () => sql`
    select currency as subject from daily_balances group by currency having sum(debit_minor) <> sum(credit_minor)`,
  'a written day has the money that came in': (scope) => sql`
    select day || ' ' || currency as subject
    from (
      select substr(posted.posted_at, 1, 10) as day, entry.currency, ${moneyIn}
      from ledger_transactions posted join ledger_entries entry on entry.transaction_id = posted.id
      where ${scope.postedOnDay} and substr(posted.posted_at, 1, 10) in (select day from daily_money_in)
      union all
      select day, currency, -payments, -donations_minor, -service_fees_minor, -refunds_minor, -disputes_minor,
        -dispute_losses_minor, -provider_fees_minor
      from daily_money_in where ${scope.day}
    ) movement
    group by day, currency
    having sum(payments) <> 0 or sum(donations_minor) <> 0 or sum(service_fees_minor) <> 0 or sum(refunds_minor) <> 0
      or sum(disputes_minor) <> 0 or sum(dispute_losses_minor) <> 0 or sum(provider_fees_minor) <> 0`,
  'a written hour has the sums of its entries': (scope) => sql`
    select hour || ' ' || account || ' ' || currency || ' ' || kind as subject
    from (
      select substr(posted.posted_at, 1, 13) || ':00:00.000Z' as hour, entry.account, entry.currency,
        substr(posted.cause, 1, 6) as kind, 1 as entries,
        case when entry.amount_minor > 0 then entry.amount_minor else 0 end as debit_minor,
        case when entry.amount_minor < 0 then -entry.amount_minor else 0 end as credit_minor
      from (select max(hour) as last from hourly_movements group by substr(hour, 1, 10)) written
      join ledger_transactions posted
        on posted.posted_at >= substr(written.last, 1, 10) and posted.posted_at <= substr(written.last, 1, 13) || ':59:59.999Z'
      join ledger_entries entry on entry.transaction_id = posted.id
      where ${scope.postedOnDay}
      union all
      select hour, account, currency, kind, -entries, -debit_minor, -credit_minor from hourly_movements
      where ${scope.hour}
    ) movement
    group by hour, account, currency, kind
    having sum(entries) <> 0 or sum(debit_minor) <> 0 or sum(credit_minor) <> 0`,
  'only finished hours are written': () => sql`
    select hour as subject from hourly_movements
    where hour >= coalesce((select hours_finished_before from ledger_progress), '') group by hour`,
  'only finished days are written': () => sql`
    select written_before as subject from ledger_progress where written_before > finished_before`,
  'only written months are closed': () => sql`
    select month as subject from closed_months
    where ends_before > coalesce((select written_before from ledger_progress), '')`,
  'a closed month has as many entries as when it was closed': (scope) => sql`
    select closed.month as subject
    from closed_months closed
    where ${scope.closed} and closed.entries <> (
      select count(*) from ledger_transactions posted join ledger_entries entry on entry.transaction_id = posted.id
      where posted.posted_at >= closed.starts_at and posted.posted_at < closed.ends_before)`,
};
