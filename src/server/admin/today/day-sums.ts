import { sql, type RawBuilder } from 'kysely';
import type { CurrencyCode } from '#domain/money/currency.ts';
import type { Queryable } from '#server/db/database.ts';

/** What was posted to the ledger on one UTC day, in one currency. Amounts are in minor units. */
export interface DaySum {
  readonly currency: CurrencyCode;
  /** How many payments were settled. */
  readonly payments: number;
  readonly donations: number;
  readonly serviceFees: number;
  readonly refunds: number;
  readonly disputes: number;
  readonly disputeLosses: number;
  readonly providerFees: number;
}

/** The sums of a day, by currency; only currencies with money. */
export async function readDaySums(db: Queryable, day: string): Promise<readonly DaySum[]> {
  const { rows } = await entriesOf(day).execute(db);
  const sums = new Map<CurrencyCode, DaySum>();
  for (const row of rows) sums.set(row.currency, addEntries(sums.get(row.currency) ?? nothingIn(row.currency), row));
  return [...sums.values()].filter(({ currency: _currency, ...sum }) =>
    Object.values(sum).some((value) => value !== 0),
  );
}

/** The entries of one account and currency that have the same kind of cause. */
interface Entries {
  readonly currency: CurrencyCode;
  readonly account: string;
  /** The first six letters of the cause. */
  readonly kind: string;
  readonly count: number;
  readonly total: number;
}

/** The entries of a day, added up by what they are. */
export const entriesOf = (day: string): RawBuilder<Entries> => sql<Entries>`
  select currency, account, substr(cause, 1, 6) as kind, count(*) as count,
    cast(sum(amount_minor) as bigint) as total
  from ledger_transactions
  join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
  where posted_at >= ${`${day}T00:00:00.000Z`} and posted_at < ${`${day}T24`}
  group by currency, account, substr(cause, 1, 6)
  order by currency`;

const nothingIn = (currency: CurrencyCode): DaySum => ({
  currency,
  payments: 0,
  donations: 0,
  serviceFees: 0,
  refunds: 0,
  disputes: 0,
  disputeLosses: 0,
  providerFees: 0,
});

/**
 * The cause of a ledger transaction says what its entries are: a settlement, a refund, a dispute or a provider's fee. Money that
 * moves between a provider, our bank and the charities is none of these.
 */
function addEntries(sum: DaySum, { account, kind, count, total }: Entries): DaySum {
  if (account === 'dispute_losses') return { ...sum, disputeLosses: sum.disputeLosses + total };
  if (account === 'processing_fees') return { ...sum, providerFees: sum.providerFees + total };
  const isDonation = account.startsWith('charity:');
  const isServiceFee = account === 'service_fee_income';
  switch (kind) {
    case 'settle':
      if (isDonation) return { ...sum, donations: sum.donations - total };
      if (isServiceFee) return { ...sum, serviceFees: sum.serviceFees - total };
      return { ...sum, payments: sum.payments + count };
    case 'refund':
      return isDonation || isServiceFee ? { ...sum, refunds: sum.refunds + total } : sum;
    case 'disput':
      return isDonation || isServiceFee ? { ...sum, disputes: sum.disputes + total } : sum;
    default:
      return sum;
  }
}
