import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import type { PaymentStatus } from '#domain/payment/payment-state.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import type { DonationIntentRow, PaymentEventRow } from '#server/db/tables.ts';

/** Finds the intent of an event: by our id in the provider's metadata, or else by its session. */
export const findIntent = (
  db: Queryable,
  { intentId, sessionId }: PaymentEvent,
): Promise<DonationIntentRow | undefined> =>
  intentId === undefined ? findIntentBySession(db, sessionId) : findIntentById(db, intentId);

export const findIntentById = async (db: Queryable, id: string): Promise<DonationIntentRow | undefined> =>
  (await selectIntentById(db, { id }))[0];

const selectIntentById = prepared((db, { id }: { id: string }) =>
  db.selectFrom('donation_intents').selectAll().where('id', '=', id),
);

/** Finds the intent of a provider's session, order or invoice. */
export const findIntentBySession = async (db: Queryable, sessionId: string): Promise<DonationIntentRow | undefined> =>
  (await selectIntentBySession(db, { sessionId }))[0];

const selectIntentBySession = prepared((db, { sessionId }: { sessionId: string }) =>
  db.selectFrom('donation_intents').selectAll().where('provider_session_id', '=', sessionId),
);

/** Stores an event; returns false if it is already stored. */
export async function insertPaymentEvent(
  tx: Tx,
  event: PaymentEvent,
  intentId: string | null,
  now: string,
): Promise<boolean> {
  const collected = event.fact.kind === 'settled' ? event.fact.collected : undefined;
  const inserted = await insertEventRow(tx, {
    provider: event.provider,
    event_id: event.eventId,
    intent_id: intentId,
    session_id: event.sessionId,
    kind: event.fact.kind,
    collected_minor: collected?.amountMinor ?? null,
    collected_currency: collected?.currency ?? null,
    occurred_at: event.occurredAt.toISOString(),
    received_at: now,
  });
  return inserted.length > 0;
}

const insertEventRow = prepared((db, event: PaymentEventRow) =>
  db
    .insertInto('payment_events')
    .values(event)
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('event_id'),
);

/** Finds all facts known about an intent's payment, with the session that each is about, in any order. */
export const findFacts = prepared((db, { intentId }: { intentId: string }) =>
  db.selectFrom('payment_events').select(['kind', 'session_id as sessionId']).where('intent_id', '=', intentId),
);

/** Updates an intent; returns false if it has changed since it was read. */
export async function updateIntentState(tx: Tx, { id, version }: DonationIntentRow, to: IntentState): Promise<boolean> {
  const updated = await updateIntentVersion(tx, { ...to, id, version, nextVersion: version + 1 });
  return updated.length > 0;
}

interface IntentState {
  readonly status: PaymentStatus;
  readonly sessionId: string;
  readonly paymentId: string | null;
  readonly now: string;
}

interface IntentUpdate extends IntentState {
  readonly id: string;
  readonly version: number;
  readonly nextVersion: number;
}

const updateIntentVersion = prepared((db, update: IntentUpdate) =>
  db
    .updateTable('donation_intents')
    .set({
      status: update.status,
      provider_session_id: update.sessionId,
      provider_payment_id: update.paymentId,
      version: update.nextVersion,
      updated_at: update.now,
    })
    .where('id', '=', update.id)
    .where('version', '=', update.version)
    .returning('id'),
);
