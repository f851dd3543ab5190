import { sql, type RawBuilder } from 'kysely';
import type { CurrencyCode } from '#domain/money/currency.ts';
import type { Queryable } from '#server/db/database.ts';

/** Amounts by what they are, in minor units. */
interface MoneyInMinor {
  readonly donations: number;
  readonly serviceFees: number;
  readonly refunds: number;
  readonly disputes: number;
  readonly disputeLosses: number;
  readonly providerFees: number;
}

/** What was posted to the ledger on one UTC day, in one currency. */
export interface DaySum extends MoneyInMinor {
  readonly currency: CurrencyCode;
  /** How many payments were settled. */
  readonly payments: number;
}

/** The sums of a day, by currency; only currencies with money. */
export async function readDaySums(db: Queryable, day: string): Promise<readonly DaySum[]> {
  const { rows } = await daySumsOf(day).execute(db);
  return rows.filter(({ currency: _currency, ...amounts }) => Object.values(amounts).some((amount) => amount !== 0));
}

/**
 * The cause of a ledger transaction says what its entries are: a settlement, a refund, a dispute or a provider's fee.
 * Transactions between a provider, our bank and the charities are none of these.
 */
export function daySumsOf(day: string): RawBuilder<DaySum> {
  const from = `${day}T00:00:00.000Z`;
  const until = `${day}T24`; // above every instant of the day
  return sql<DaySum>`
    select currency,
      ${count(sql`kind = 'settlement' and account like 'clearing:%'`)} as payments,
      ${total(sql`kind = 'settlement' and account like 'charity:%'`, sql`-amount_minor`)} as donations,
      ${total(sql`kind = 'settlement' and account = 'service_fee_income'`, sql`-amount_minor`)} as "serviceFees",
      ${total(sql`kind = 'refund' and (${isOurs})`)} as refunds,
      ${total(sql`kind = 'dispute' and (${isOurs})`)} as disputes,
      ${total(sql`account = 'dispute_losses'`)} as "disputeLosses",
      ${total(sql`account = 'processing_fees'`)} as "providerFees"
    from (
      select currency, account, amount_minor, case
          when cause like 'settlement:%' then 'settlement'
          when cause like 'refund:%' then 'refund'
          when cause like 'dispute:%' then 'dispute'
        end as kind
      from ledger_transactions
      join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
      where posted_at >= ${from} and posted_at < ${until}
    ) as entries
    group by currency order by currency`;
}

/** What a donation consists of: the charity's part and our fee. */
const isOurs = sql`account like 'charity:%' or account = 'service_fee_income'`;

type Sql = RawBuilder<unknown>;

const total = (condition: Sql, amount: Sql = sql`amount_minor`): Sql =>
  sql`cast(coalesce(sum(case when ${condition} then ${amount} end), 0) as bigint)`;

const count = (condition: Sql): Sql => sql`count(case when ${condition} then 1 end)`;
