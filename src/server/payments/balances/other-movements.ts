import { negate } from '#domain/money/money.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { ProviderMovementRow } from '#server/db/tables/balance.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { BalanceMovement } from '#server/ports/balances.ts';
import { readKnownCauses } from './known-causes.ts';

/**
 * Lists for review the movements that no payment, reversal or payout of ours explains. A person decides whether each is a fee,
 * a loss, other income or a transfer from or to our bank. Fees of payments and disputes are booked elsewhere. Returns how many
 * movements are new.
 */
export async function listOtherMovements(
  { db }: Pick<Deps, 'db'>,
  provider: PaymentProvider,
  movements: readonly BalanceMovement[],
): Promise<number> {
  const findCause = await readKnownCauses(db.read, provider, movements);
  const payouts = await findPayoutMovements(
    db.read,
    provider,
    movements.map(({ movementId }) => movementId),
  );
  const rows = movements.flatMap((movement) => {
    if (payouts.has(movement.movementId)) return feeOfPayout(provider, movement);
    const isExplained = findCause(movement) !== undefined || movement.net.amountMinor === 0;
    return isExplained ? [] : [toRow(provider, movement)];
  });
  if (rows.length === 0) return 0;
  const inserted = await db.write
    .insertInto('provider_movements')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('movement_id')
    .execute();
  return inserted.length;
}

/** Ends the review of movements whose payment or reversal has been recorded since. */
export async function resolveKnownMovements({ db, clock }: Pick<Deps, 'db' | 'clock'>, provider: PaymentProvider) {
  const open = await db.read
    .selectFrom('provider_movements')
    .select(['movement_id as movementId', 'source_id as sourceId', 'disputed_payment_id as disputedPaymentId'])
    .where('provider', '=', provider)
    .where('ledger_cause', 'is', null)
    .where((e) => e.or([e('source_id', 'is not', null), e('disputed_payment_id', 'is not', null)]))
    .execute();
  const findCause = await readKnownCauses(db.read, provider, open);
  for (const movement of open) {
    const cause = findCause(movement);
    if (cause === undefined) continue;
    await db.write
      .updateTable('provider_movements')
      .set({ ledger_cause: cause, resolved_at: clock.now().toISOString() })
      .where('provider', '=', provider)
      .where('movement_id', '=', movement.movementId)
      .where('ledger_cause', 'is', null) // someone may have booked it just now
      .execute();
  }
}

async function findPayoutMovements(
  db: Queryable,
  provider: PaymentProvider,
  movementIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (movementIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('provider_payouts')
    .select(['movement_id', 'return_movement_id'])
    .where('provider', '=', provider)
    .where((e) => e.or([e('movement_id', 'in', movementIds), e('return_movement_id', 'in', movementIds)]))
    .execute();
  return new Set(rows.flatMap((row) => [row.movement_id, row.return_movement_id ?? row.movement_id]));
}

/** Returns the fee of a payout, such as an instant payout, as a separate movement: the payout is booked without its fee. */
const feeOfPayout = (provider: PaymentProvider, movement: BalanceMovement): ProviderMovementRow[] =>
  movement.fee.amountMinor === 0
    ? []
    : [{ ...toRow(provider, { ...movement, net: negate(movement.fee) }), kind: `${movement.kind}_fee` }];

const toRow = (provider: PaymentProvider, movement: BalanceMovement): ProviderMovementRow => ({
  provider,
  movement_id: movement.movementId,
  kind: movement.kind,
  amount_minor: movement.net.amountMinor,
  currency: movement.net.currency,
  description: movement.description ?? null,
  source_id: movement.sourceId ?? null,
  disputed_payment_id: movement.disputedPaymentId ?? null,
  occurred_at: movement.occurredAt.toISOString(),
  resolved_at: null,
  ledger_cause: null,
});
