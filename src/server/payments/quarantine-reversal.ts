import type { ReversalEvent } from '#domain/payment/reversal.ts';
import type { Tx } from '#server/db/database.ts';
import type { DonationIntentRow, ReversalRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { asideRow, putAside } from './put-aside.ts';
import { findReversalsOf } from './reversal-queries.ts';

/** Why a genuine word about a refund or dispute does not fit our books. */
export type ReversalMismatch = 'other_account' | 'other_mode' | 'other_amount' | 'other_payment';

/** Keeps a message that cannot be right once, with all that it said; nothing else is written for it. */
export async function putReversalAside(
  deps: Deps,
  tx: Tx,
  event: ReversalEvent,
  reason: ReversalMismatch,
): Promise<{ readonly code: 'quarantined'; readonly reason: ReversalMismatch } | { readonly code: 'already_applied' }> {
  const { provider, eventId } = event;
  const isNew = await putAside(deps, tx, { provider, eventId, reason, detail: event });
  return isNew ? { code: 'quarantined', reason } : { code: 'already_applied' };
}

/**
 * Has a person look at the reversals of a payment that cannot stand beside the others. Those of them that fit by now, since
 * another came back, are resolved.
 */
export async function markImpossible(
  deps: Deps,
  tx: Tx,
  intent: Pick<DonationIntentRow, 'provider' | 'provider_payment_id'>,
  impossible: readonly ReversalRow[],
): Promise<void> {
  const { provider, provider_payment_id: paymentId } = intent;
  for (const reversal of impossible) {
    await tx
      .insertInto('quarantined_events')
      .values(asideRow(deps, { provider, eventId: nameOf(reversal), reason: 'other_amount', detail: reversal }))
      .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doUpdateSet({ resolved_at: null }))
      .execute();
  }
  const fitting = (await findReversalsOf(tx, provider, paymentId ?? ''))
    .map(nameOf)
    .filter((name) => !impossible.some((reversal) => nameOf(reversal) === name));
  if (fitting.length === 0) return;
  await tx
    .updateTable('quarantined_events')
    .set({ resolved_at: deps.clock.now().toISOString() })
    .where('provider', '=', provider)
    .where('event_id', 'in', fitting)
    .where('resolved_at', 'is', null)
    .execute();
}

const nameOf = ({ reversal_id: id }: Pick<ReversalRow, 'reversal_id'>): string => `reversal:${id}`;
