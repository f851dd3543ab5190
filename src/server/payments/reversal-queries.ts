import type { ReversalEvent, ReversalFact } from '#domain/payment/reversal.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import type { DonationIntentRow, ReversalRow } from '#server/db/tables.ts';

/** Keeps a provider's word about a reversal once; false when it was kept before. */
export async function insertReversalEvent(tx: Tx, event: ReversalEvent, now: string): Promise<boolean> {
  const inserted = await tx
    .insertInto('reversal_events')
    .values({
      provider: event.provider,
      event_id: event.eventId,
      reversal_id: event.reversalId,
      fact: event.fact,
      amount_minor: event.amount?.amountMinor ?? null,
      currency: event.amount?.currency ?? null,
      occurred_at: event.occurredAt.toISOString(),
      received_at: now,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .execute();
  return inserted.length > 0;
}

/** Every fact known about a reversal, in no order that matters. */
export async function findReversalFacts(tx: Queryable, event: ReversalEvent): Promise<ReversalFact[]> {
  const rows = await tx
    .selectFrom('reversal_events')
    .select('fact')
    .where('provider', '=', event.provider)
    .where('reversal_id', '=', event.reversalId)
    .execute();
  return rows.map(({ fact }) => fact);
}

/** The reversals of one payment, oldest first. */
export const findReversalsOf = (tx: Queryable, provider: string, paymentId: string): Promise<ReversalRow[]> =>
  tx
    .selectFrom('reversals')
    .selectAll()
    .where('provider', '=', provider as ReversalRow['provider'])
    .where('payment_id', '=', paymentId)
    .orderBy('occurred_at')
    .orderBy('reversal_id')
    .execute();

/** Writes a reversal that was not known, or leaves the known one as it is. */
export async function insertReversal(tx: Tx, reversal: ReversalRow): Promise<void> {
  await tx
    .insertInto('reversals')
    .values(reversal)
    .onConflict((conflict) => conflict.columns(['provider', 'reversal_id']).doNothing())
    .execute();
}

/** Writes a reversal as it stands now. */
export async function updateReversal(tx: Tx, reversal: ReversalRow): Promise<void> {
  const { provider, reversal_id: reversalId, ...columns } = reversal;
  await tx
    .updateTable('reversals')
    .set(columns)
    .where('provider', '=', provider)
    .where('reversal_id', '=', reversalId)
    .execute();
}

/** The settled intent whose money a reversal speaks of. */
export const findSettledIntent = (
  tx: Queryable,
  provider: DonationIntentRow['provider'],
  paymentId: string,
): Promise<DonationIntentRow | undefined> =>
  tx
    .selectFrom('donation_intents')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_payment_id', '=', paymentId)
    .where('status', '=', 'settled')
    .executeTakeFirst();
