import { sql } from 'kysely';
import type { LedgerAccount } from '#domain/ledger/accounts.ts';
import { addDays, startOfDay } from '#domain/ledger/ledger-days.ts';
import { money, type Money } from '#domain/money/money.ts';
import type { UtcDay } from '#domain/ledger/utc-day.ts';
import type { Queryable } from '#server/db/database.ts';
import type { DailyBalanceRow } from '#server/db/tables.ts';
import { readProgress } from './finish-hours.ts';
import { firstUnwrittenHour } from './hours.ts';

/** The debits and credits of an account in a currency up to the end of a day. */
export interface AccountBalance {
  readonly account: LedgerAccount;
  readonly debit: Money;
  readonly credit: Money;
}

/** Returns the balances at the end of a day: the sums of the written days and hours, and of the entries after them. */
export async function balancesAt(db: Queryable, day: UtcDay): Promise<AccountBalance[]> {
  const { written_before: writtenBefore } = await readProgress(db);
  const until = startOfDay(addDays(day, 1)).toISOString();
  const unwrittenFrom = await firstUnwrittenHour(db, writtenBefore, until);
  const { rows } = await sql<Omit<DailyBalanceRow, 'day'>>`
    select account, currency,
      cast(sum(debit_minor) as bigint) as debit_minor, cast(sum(credit_minor) as bigint) as credit_minor
    from (
      select account, currency, sum(debit_minor) as debit_minor, sum(credit_minor) as credit_minor from daily_balances
      where day <= ${day} and day < ${writtenBefore.slice(0, 10)}
      group by account, currency
      union all
      select account, currency, debit_minor, credit_minor from hourly_movements
      where hour >= ${writtenBefore} and hour < ${unwrittenFrom}
      union all
      select entry.account, entry.currency,
        case when entry.amount_minor > 0 then entry.amount_minor else 0 end,
        case when entry.amount_minor < 0 then -entry.amount_minor else 0 end
      from ledger_transactions posted join ledger_entries entry on entry.transaction_id = posted.id
      where posted.posted_at >= ${unwrittenFrom} and posted.posted_at < ${until}
    ) movement
    group by account, currency
    order by currency, account`.execute(db);
  return rows.map((row) => ({
    account: row.account,
    debit: money(row.debit_minor, row.currency),
    credit: money(row.credit_minor, row.currency),
  }));
}
