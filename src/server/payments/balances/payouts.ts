import { providerPayoutPostings } from '#domain/ledger/postings.ts';
import { negate, type Money } from '#domain/money/money.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { ProviderPayoutRow } from '#server/db/tables/balance.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import { postEntries } from '#server/ledger/index.ts';
import type { ProviderPayout } from '#server/ports/balances.ts';

/**
 * Stores payouts and books each once: to the bank when it leaves the provider, and back when it is returned. The row and its
 * entries are written together, so nothing is half done if the process dies. Returns how many payouts were new or returned.
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

/** What was posted stays: the amount of a known payout, and that it was returned. */
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
  payouts: readonly ProviderPayout[],
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
