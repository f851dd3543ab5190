import type { CurrencyCode } from '#domain/money/currency.ts';
import { money, subtract, type Money } from '#domain/money/money.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { BalanceComparisonRow } from '#server/db/tables/balance.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { HeldBalance } from './held-balance.ts';
import { readClearing } from './read-clearing.ts';

/**
 * Compares our balance at a provider with the provider's clearing account, in every currency, and stores the result. A
 * difference that no listed movement explains needs review. Nothing is compared if the balance is unknown.
 */
export async function compareBalance(
  deps: Deps,
  provider: PaymentProvider,
  held: HeldBalance | undefined,
  now: Date,
): Promise<void> {
  if (!held) return deps.log.info({ provider }, 'balance not compared: no balance at a quiet moment between payments');
  const { asOf, balance } = held;
  const ledger = await readClearing(deps.db.read, provider, { before: asOf, now });
  const unbooked = await sumUnbooked(deps.db.read, provider, asOf);
  const rows = [...new Set([...balance.keys(), ...ledger.keys()])].map((currency) => ({
    provider,
    currency,
    compared_at: now.toISOString(),
    as_of: asOf.toISOString(),
    available_minor: balance.get(currency)?.available.amountMinor ?? 0,
    pending_minor: balance.get(currency)?.pending.amountMinor ?? 0,
    ledger_minor: ledger.get(currency) ?? 0,
    unbooked_minor: unbooked.get(currency) ?? 0,
  }));
  const compared = rows.filter(
    (row) =>
      ledger.has(row.currency) || unbooked.has(row.currency) || row.available_minor !== 0 || row.pending_minor !== 0,
  );
  if (compared.length === 0) return;
  await deps.db.write
    .insertInto('balance_comparisons')
    .values(compared)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const row of compared) {
    const unexplained = unexplainedIn(row);
    if (unexplained.amountMinor !== 0)
      deps.log.error({ ...row, unexplained: unexplained.amountMinor }, 'provider balance differs; needs review');
  }
}

/** Returns the provider's balance minus the ledger and the listed movements. */
export function unexplainedIn(row: BalanceComparisonRow): Money {
  const total = money(row.available_minor + row.pending_minor, row.currency);
  return subtract(total, money(row.ledger_minor + row.unbooked_minor, row.currency));
}

async function sumUnbooked(
  db: Queryable,
  provider: PaymentProvider,
  before: Date,
): Promise<ReadonlyMap<CurrencyCode, number>> {
  const rows = await db
    .selectFrom('provider_movements')
    .select('currency')
    .select((e) => e.cast<number>(e.fn.sum('amount_minor'), 'bigint').as('amount_minor'))
    .where('provider', '=', provider)
    .where('ledger_cause', 'is', null)
    .where('occurred_at', '<', before.toISOString())
    .groupBy('currency')
    .execute();
  return new Map(rows.map((row) => [row.currency, row.amount_minor]));
}
