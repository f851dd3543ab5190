import { clearingAccount } from '#domain/ledger/accounts.ts';
import { addDays } from '#domain/ledger/ledger-days.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';
import { subtract } from '#domain/money/money.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import { utcDay } from '#domain/ledger/utc-day.ts';
import { balancesAt } from '#server/accounting/index.ts';
import type { Queryable } from '#server/db/database.ts';

/** Reads the balance of a provider's clearing account before an instant, by currency, in minor units. */
export async function readClearing(
  db: Queryable,
  provider: PaymentProvider,
  { before, now }: { readonly before: Date; readonly now: Date },
): Promise<ReadonlyMap<CurrencyCode, number>> {
  const account = clearingAccount(provider);
  const all = await balancesAt(db, addDays(utcDay(now), 1)); // if our clock is behind, entries may be dated tomorrow
  const balances = new Map<CurrencyCode, number>();
  for (const { debit, credit } of all.filter((balance) => balance.account === account))
    balances.set(debit.currency, subtract(debit, credit).amountMinor);
  const later = await db
    .selectFrom('ledger_transactions as posted')
    .innerJoin('ledger_entries as entry', 'entry.transaction_id', 'posted.id')
    .select('entry.currency')
    .select((e) => e.cast<number>(e.fn.sum('entry.amount_minor'), 'bigint').as('amount_minor'))
    .where('posted.posted_at', '>=', addDays(utcDay(before), -1))
    .where('posted.occurred_at', '>=', before.toISOString())
    .where('entry.account', '=', account)
    .groupBy('entry.currency')
    .execute();
  for (const row of later) balances.set(row.currency, (balances.get(row.currency) ?? 0) - row.amount_minor);
  return balances;
}
