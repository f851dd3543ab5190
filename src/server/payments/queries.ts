import type { PaymentEvent, PaymentFact } from '#domain/payment/payment-event.ts';
import type { PaymentStatus } from '#domain/payment/payment-state.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Mismatch } from './mismatch.ts';

/** The intent an event speaks of: by the id the provider carried for us, else by its session. */
export function findIntent(tx: Queryable, event: PaymentEvent): Promise<DonationIntentRow | undefined> {
  const intents = tx.selectFrom('donation_intents').selectAll();
  return event.intentId === undefined
    ? intents.where('provider_session_id', '=', event.sessionId).executeTakeFirst()
    : intents.where('id', '=', event.intentId).executeTakeFirst();
}

/** Keeps an event once; false when it was kept before. */
export async function insertPaymentEvent(
  tx: Tx,
  event: PaymentEvent,
  intentId: string | null,
  now: string,
): Promise<boolean> {
  const collected = event.fact.kind === 'settled' ? event.fact.collected : undefined;
  const inserted = await tx
    .insertInto('payment_events')
    .values({
      provider: event.provider,
      event_id: event.eventId,
      intent_id: intentId,
      session_id: event.sessionId,
      kind: event.fact.kind,
      collected_minor: collected?.amountMinor ?? null,
      collected_currency: collected?.currency ?? null,
      occurred_at: event.occurredAt.toISOString(),
      received_at: now,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Every fact known about an intent's payment, in no order that matters. */
export function findFacts(tx: Queryable, intentId: string): Promise<Pick<PaymentFact, 'kind'>[]> {
  return tx.selectFrom('payment_events').select('kind').where('intent_id', '=', intentId).execute();
}

/** Moves an intent to a state if nobody moved it since it was read; false when somebody did. */
export async function takeIntent(
  tx: Tx,
  intent: DonationIntentRow,
  to: { status: PaymentStatus; sessionId: string; now: string },
): Promise<boolean> {
  const taken = await tx
    .updateTable('donation_intents')
    .set({ status: to.status, provider_session_id: to.sessionId, version: intent.version + 1, updated_at: to.now })
    .where('id', '=', intent.id)
    .where('version', '=', intent.version)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Puts an event aside for a person, with all that it said. */
export async function quarantineEvent(tx: Tx, event: PaymentEvent, reason: Mismatch, now: string): Promise<void> {
  await tx
    .insertInto('quarantined_events')
    .values({
      provider: event.provider,
      event_id: event.eventId,
      reason,
      detail: JSON.stringify(event),
      quarantined_at: now,
      resolved_at: null,
    })
    .execute();
}
