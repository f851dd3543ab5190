import type { ReversalEvent } from '#domain/payment/reversal.ts';
import type { Tx } from '#server/db/database.ts';
import type { DonationIntentRow, ReversalRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { quarantine, quarantineRow } from '../quarantine.ts';
import { findReversalsOf } from './queries.ts';

/** Why a genuine message about a refund or dispute does not match our records. */
export type ReversalMismatch = 'other_account' | 'other_mode' | 'other_amount' | 'other_payment';

/** Stores a message that does not match, and nothing else. */
export async function quarantineReversal(
  deps: Deps,
  tx: Tx,
  event: ReversalEvent,
  reason: ReversalMismatch,
): Promise<{ readonly code: 'quarantined'; readonly reason: ReversalMismatch } | { readonly code: 'already_applied' }> {
  const { provider, eventId } = event;
  const isNew = await quarantine(deps, tx, { provider, eventId, reason, detail: event });
  return isNew ? { code: 'quarantined', reason } : { code: 'already_applied' };
}

/**
 * Quarantines a payment's reversals that exceed what is left of it. Entries of reversals that fit by now, because the money
 * of another one came back, are resolved.
 */
export async function quarantineImpossible(
  deps: Deps,
  tx: Tx,
  { provider, provider_payment_id: paymentId }: Pick<DonationIntentRow, 'provider' | 'provider_payment_id'>,
  impossible: readonly ReversalRow[],
): Promise<void> {
  for (const reversal of impossible) {
    await tx
      .insertInto('quarantined_events')
      .values(quarantineRow(deps, { provider, eventId: eventIdOf(reversal), reason: 'other_amount', detail: reversal }))
      .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doUpdateSet({ resolved_at: null }))
      .execute();
  }
  if (paymentId === null) return;
  const fitting = (await findReversalsOf(tx, provider, paymentId))
    .map(eventIdOf)
    .filter((eventId) => !impossible.some((reversal) => eventIdOf(reversal) === eventId));
  if (fitting.length === 0) return;
  await tx
    .updateTable('quarantined_events')
    .set({ resolved_at: deps.clock.now().toISOString() })
    .where('provider', '=', provider)
    .where('event_id', 'in', fitting)
    .where('resolved_at', 'is', null)
    .execute();
}

const eventIdOf = ({ reversal_id: id }: Pick<ReversalRow, 'reversal_id'>): string => `reversal:${id}`;
