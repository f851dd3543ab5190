import type { CurrencyCode } from '#domain/money/currency.ts';
import { money, subtract, type Money } from '#domain/money/money.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import { findQuietMoment } from '#domain/payment/quiet-moment.ts';
import type { BalanceComparisonRow } from '#server/db/tables/balance.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { BalanceMovement, BalanceReader, ProviderBalance } from '#server/ports/balances.ts';
import { clockMarginMs } from '../reconcile/comparison.ts';
import { readClearing } from './read-clearing.ts';

/**
 * Compares what a provider holds for us with its clearing account, in every currency, and stores the result. Both are taken
 * at the latest quiet moment. A difference that no listed movement explains needs review.
 */
export async function compareBalance(
  deps: Deps,
  provider: PaymentProvider,
  reader: BalanceReader,
  now: Date,
): Promise<void> {
  const from = new Date(now.getTime() - hourMs);
  const snapshot = await takeSnapshot(reader, { from, until: new Date(now.getTime() + clockMarginMs) });
  const times = snapshot?.movements.map(({ occurredAt }) => occurredAt);
  const asOf = times && findQuietMoment(times, { from, now });
  if (!snapshot || !asOf) return deps.log.info({ provider }, 'balance not compared: payments arrive too fast');
  const held = balanceAt(snapshot, asOf);
  const ledger = await readClearing(deps.db.read, provider, { before: asOf, now });
  const unbooked = await sumUnbooked(deps.db.read, provider, asOf);
  const rows = [...new Set([...held.keys(), ...ledger.keys()])].map((currency) => ({
    provider,
    currency,
    compared_at: now.toISOString(),
    as_of: asOf.toISOString(),
    available_minor: held.get(currency)?.available.amountMinor ?? 0,
    pending_minor: held.get(currency)?.pending.amountMinor ?? 0,
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

const hourMs = 60 * 60 * 1000;

/** What the provider holds beyond the ledger and the listed movements. */
export function unexplainedIn(row: BalanceComparisonRow): Money {
  const held = money(row.available_minor + row.pending_minor, row.currency);
  return subtract(held, money(row.ledger_minor + row.unbooked_minor, row.currency));
}

interface Snapshot {
  readonly balance: ProviderBalance;
  readonly movements: readonly BalanceMovement[];
}

/** The balance with the newest movements that led to it. Undefined when it changes during every attempt. */
async function takeSnapshot(
  reader: BalanceReader,
  period: { readonly from: Date; readonly until: Date },
): Promise<Snapshot | undefined> {
  let balance = await reader.fetchBalance();
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const movements: BalanceMovement[] = [];
    for await (const movement of reader.listMovements(period)) movements.push(movement);
    const after = await reader.fetchBalance();
    if (totalsOf(after) === totalsOf(balance)) return { balance: after, movements };
    balance = after;
  }
  return undefined;
}

const attemptsMax = 5;

const totalsOf = (balance: ProviderBalance): string =>
  [...balance]
    .map(([currency, { available, pending }]) => `${available.amountMinor + pending.amountMinor} ${currency}`)
    .toSorted()
    .join();

/** The balance without the movements from an instant on. */
function balanceAt({ balance, movements }: Snapshot, instant: Date): ProviderBalance {
  const younger = movements.filter(({ occurredAt }) => occurredAt >= instant);
  const without = (amount: Money, isAvailable: boolean): Money =>
    younger
      .filter((movement) => movement.isAvailable === isAvailable && movement.net.currency === amount.currency)
      .reduce((left, { net }) => subtract(left, net), amount);
  return new Map(
    [...balance].map(([currency, { available, pending }]) => [
      currency,
      { available: without(available, true), pending: without(pending, false) },
    ]),
  );
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
