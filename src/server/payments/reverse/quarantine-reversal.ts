import type { ReversalEvent } from '#domain/payment/reversal.ts';
import type { Tx } from '#server/db/database.ts';
import type { DonationIntentRow, ReversalRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { quarantine, quarantineRow, resolveQuarantined } from '../quarantine.ts';
import type { ImpossibleReversal } from './choose-reversals.ts';
import { findReversalsOf } from './queries.ts';

/** Why a genuine message about a refund or dispute does not match our records, or cannot be believed. */
export type ReversalMismatch =
  | 'other_account'
  | 'other_mode'
  | 'other_amount'
  | 'other_currency'
  | 'other_payment'
  | 'unknown_status'
  | 'sums_differ';

type QuarantinedReversal =
  | { readonly code: 'quarantined'; readonly reason: ReversalMismatch }
  | { readonly code: 'already_quarantined' };

/** Quarantines a message that does not match, and writes nothing else. */
export async function quarantineReversal(
  deps: Deps,
  tx: Tx,
  event: ReversalEvent,
  reason: ReversalMismatch,
): Promise<QuarantinedReversal> {
  const { provider, eventId } = event;
  const isNew = await quarantine(deps, tx, { provider, eventId, reason, detail: event });
  return isNew ? { code: 'quarantined', reason } : { code: 'already_quarantined' };
}

/**
 * Quarantines a payment's reversals that cannot be booked, and returns those that were not already waiting for review. Resolves
 * the entries of reversals that can now be booked, because another message explains them.
 */
export async function quarantineImpossible(
  deps: Deps,
  tx: Tx,
  { provider, provider_payment_id: paymentId }: Pick<DonationIntentRow, 'provider' | 'provider_payment_id'>,
  impossible: readonly ImpossibleReversal[],
): Promise<ImpossibleReversal[]> {
  const added: ImpossibleReversal[] = [];
  for (const entry of impossible) {
    const { reversal, reason } = entry;
    const waiting = await tx
      .selectFrom('quarantined_events')
      .select('event_id')
      .where('provider', '=', reversal.provider)
      .where('event_id', '=', eventIdOf(reversal))
      .where('resolved_at', 'is', null)
      .executeTakeFirst();
    if (!waiting) added.push(entry);
    await tx
      .insertInto('quarantined_events')
      .values(quarantineRow(deps, { provider, eventId: eventIdOf(reversal), reason, detail: reversal }))
      .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doUpdateSet({ resolved_at: null, reason }))
      .execute();
  }
  if (paymentId === null) return added;
  const bookable = (await findReversalsOf(tx, provider, paymentId))
    .map(eventIdOf)
    .filter((eventId) => !impossible.some(({ reversal }) => eventIdOf(reversal) === eventId));
  await resolveQuarantined(deps, tx, provider, bookable);
  return added;
}

/** The quarantine id of a dispute that its provider named but did not have. */
export const unknownId = (disputeId: string): string => `unknown:${disputeId}`;

const eventIdOf = ({ reversal_id: id }: Pick<ReversalRow, 'reversal_id'>): string => `reversal:${id}`;
