import { sql, type RawBuilder } from 'kysely';

/** For each rule about daily balances, a query for what breaks it. */
export const balanceRules: Readonly<Record<string, RawBuilder<{ subject: string }>>> = {
  'a written day has the sums of its entries': sql`
    select day || ' ' || account || ' ' || currency as subject
    from (
      select substr(posted.posted_at, 1, 10) as day, entry.account, entry.currency,
        case when entry.amount_minor > 0 then entry.amount_minor else 0 end as debit_minor,
        case when entry.amount_minor < 0 then -entry.amount_minor else 0 end as credit_minor
      from ledger_transactions posted join ledger_entries entry on entry.transaction_id = posted.id
      where posted.posted_at < (select written_before from ledger_progress)
      union all
      select day, account, currency, -debit_minor, -credit_minor from daily_balances
    ) movement
    group by day, account, currency
    having sum(debit_minor) <> 0 or sum(credit_minor) <> 0`,
  'only finished days are written': sql`
    select written_before as subject from ledger_progress where written_before > finished_before`,
  'only written months are closed': sql`
    select month as subject from closed_months
    where ends_before > coalesce((select written_before from ledger_progress), '')`,
  'a closed month has the entries that it had': sql`
    select closed.month as subject
    from closed_months closed
    where closed.entries <> (
      select count(*) from ledger_transactions posted join ledger_entries entry on entry.transaction_id = posted.id
      where posted.posted_at >= closed.starts_at and posted.posted_at < closed.ends_before)`,
};
