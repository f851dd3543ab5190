import type { MovementAccount } from '#domain/ledger/movement-accounts.ts';
import { movementPostings } from '#domain/ledger/postings.ts';
import { money } from '#domain/money/money.ts';
import type { Tx } from '#server/db/database.ts';
import type { ProviderMovementRow } from '#server/db/tables/balance.ts';
import type { Deps } from '#server/deps.ts';
import { postEntries } from '#server/ledger/index.ts';
import { readKnownCauses } from './known-causes.ts';

/**
 * Books a movement that a person has explained, in the caller's transaction. Posts nothing and returns false if the movement is
 * already booked or the ledger now has its payment or reversal.
 */
export async function postMovement(
  deps: Deps,
  tx: Tx,
  movement: ProviderMovementRow,
  account: MovementAccount,
): Promise<boolean> {
  const { provider, source_id: sourceId, disputed_payment_id: disputedPaymentId } = movement;
  const caused = { sourceId, disputedPaymentId };
  const known = (await readKnownCauses(tx, provider, [caused]))(caused);
  const cause = known ?? causeOfBooking(movement);
  if (!(await closeMovement(deps, tx, movement, cause)) || known !== undefined) return false;
  await postEntries(deps, tx, {
    cause,
    intentId: null,
    occurredAt: new Date(movement.occurred_at),
    postings: movementPostings(provider, money(movement.amount_minor, movement.currency), account),
  });
  return true;
}

/** The cause of the entries that a person has booked for a movement. */
export const causeOfBooking = ({
  provider,
  movement_id: movementId,
}: Pick<ProviderMovementRow, 'provider' | 'movement_id'>): string => `movement:${provider}:${movementId}`;

/** Ends the review of a movement. If several callers try at the same time, only one succeeds. */
async function closeMovement(
  { clock }: Deps,
  tx: Tx,
  { provider, movement_id: movementId }: ProviderMovementRow,
  cause: string,
): Promise<boolean> {
  const closed = await tx
    .updateTable('provider_movements')
    .set({ ledger_cause: cause, resolved_at: clock.now().toISOString() })
    .where('provider', '=', provider)
    .where('movement_id', '=', movementId)
    .where('ledger_cause', 'is', null)
    .returning('movement_id')
    .execute();
  return closed.length > 0;
}
