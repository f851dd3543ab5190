import { providerPayoutPostings } from '#domain/ledger/postings.ts';
import { add, isSameMoney, money, negate, type Money } from '#domain/money/money.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { ProviderPayoutRow } from '#server/db/tables/balance.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import { postEntries } from '#server/ledger/index.ts';
import type { BalanceMovement, ProviderPayout } from '#server/ports/balances.ts';

/**
 * Stores payouts. Books each payout once when it leaves the provider, and once more if the bank returns it. A row and its
 * entries are written in one transaction, so nothing is half done if the process dies. Returns how many payouts were new or
 * returned.
 */
export async function bookPayouts(
  deps: Deps,
  provider: PaymentProvider,
  payouts: readonly ProviderPayout[],
): Promise<number> {
  const rows = payouts.map((payout) => ({ payout, row: toRow(provider, payout) }));
  const known = await findPayouts(deps.db.read, provider, payouts);
  let booked = 0;
  for (const { payout, row } of rows)
    if (!isSame(row, known.get(row.payout_id)) && (await bookPayout(deps, payout, row))) booked += 1;
  return booked;
}

/**
 * Books the returns of payouts that are too old to be listed again. A return of a different amount, or one that is already
 * listed for review, is left to the reviewer. Returns how many were booked.
 */
export async function bookReturns(
  deps: Deps,
  provider: PaymentProvider,
  movements: readonly BalanceMovement[],
): Promise<number> {
  const returns = movements.filter(({ returnedPayoutId }) => returnedPayoutId !== undefined);
  const known = await findPayouts(
    deps.db.read,
    provider,
    returns.map(({ returnedPayoutId: payoutId = '' }) => ({ payoutId })),
  );
  const listed = await findListedMovements(deps.db.read, provider, returns);
  const payouts = returns.flatMap((movement): ProviderPayout[] => {
    const row = known.get(movement.returnedPayoutId ?? '');
    if (!row || row.return_movement_id !== null || listed.has(movement.movementId)) return [];
    const payout = fromRow(row);
    const isFullAmount = isSameMoney(add(movement.net, movement.fee), payout.amount);
    const returned = { movementId: movement.movementId, at: movement.occurredAt };
    return isFullAmount ? [{ ...payout, status: 'failed', returned }] : [];
  });
  return bookPayouts(deps, provider, payouts);
}

const bookPayout = (deps: Deps, payout: ProviderPayout, row: ProviderPayoutRow): Promise<boolean> =>
  inTransaction(deps.db, (tx) => {
    const cause = `provider_payout:${row.provider}:${row.payout_id}`;
    return withLock(tx, [cause], async () => {
      const known = (await findPayouts(tx, row.provider, [payout])).get(row.payout_id);
      const post = (name: string, amount: Money, occurredAt: Date) =>
        postEntries(deps, tx, {
          cause: name,
          intentId: null,
          occurredAt,
          postings: providerPayoutPostings(row.provider, amount),
        });
      if (!known) await post(cause, payout.amount, payout.createdAt);
      const isReturned = payout.returned !== undefined && !known?.return_movement_id;
      if (payout.returned && isReturned) await post(`${cause}:returned`, negate(payout.amount), payout.returned.at);
      await savePayout(tx, row, known);
      return !known || isReturned;
    });
  });

/** Stores a payout. Never changes the posted parts of a known payout: its amount and its return. */
async function savePayout(tx: Tx, row: ProviderPayoutRow, known: ProviderPayoutRow | undefined): Promise<void> {
  if (!known) return void (await tx.insertInto('provider_payouts').values(row).execute());
  await tx
    .updateTable('provider_payouts')
    .set({
      status: row.status,
      arrives_on: row.arrives_on,
      return_movement_id: known.return_movement_id ?? row.return_movement_id,
    })
    .where('provider', '=', row.provider)
    .where('payout_id', '=', row.payout_id)
    .execute();
}

async function findPayouts(
  db: Queryable,
  provider: PaymentProvider,
  payouts: readonly Pick<ProviderPayout, 'payoutId'>[],
): Promise<ReadonlyMap<string, ProviderPayoutRow>> {
  const payoutIds = payouts.map(({ payoutId }) => payoutId);
  if (payoutIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('provider_payouts')
    .selectAll()
    .where('provider', '=', provider)
    .where('payout_id', 'in', payoutIds)
    .execute();
  return new Map(rows.map((row) => [row.payout_id, row]));
}

async function findListedMovements(
  db: Queryable,
  provider: PaymentProvider,
  movements: readonly BalanceMovement[],
): Promise<ReadonlySet<string>> {
  if (movements.length === 0) return new Set();
  const movementIds = movements.map(({ movementId }) => movementId);
  const rows = await db
    .selectFrom('provider_movements')
    .select('movement_id')
    .where('provider', '=', provider)
    .where('movement_id', 'in', movementIds)
    .execute();
  return new Set(rows.map(({ movement_id: id }) => id));
}

const fromRow = (row: ProviderPayoutRow): Omit<ProviderPayout, 'status' | 'returned'> => ({
  payoutId: row.payout_id,
  amount: money(row.amount_minor, row.currency),
  createdAt: new Date(row.created_at),
  arrivesAt: new Date(row.arrives_on),
  movementId: row.movement_id,
});

const toRow = (provider: PaymentProvider, payout: ProviderPayout): ProviderPayoutRow => ({
  provider,
  payout_id: payout.payoutId,
  amount_minor: payout.amount.amountMinor,
  currency: payout.amount.currency,
  status: payout.status,
  created_at: payout.createdAt.toISOString(),
  arrives_on: (payout.arrivesAt ?? payout.createdAt).toISOString().slice(0, 10),
  movement_id: payout.movementId,
  return_movement_id: payout.returned?.movementId ?? null,
});

const isSame = (row: ProviderPayoutRow, known: ProviderPayoutRow | undefined): boolean =>
  row.status === known?.status &&
  row.arrives_on === known.arrives_on &&
  row.return_movement_id === known.return_movement_id;
