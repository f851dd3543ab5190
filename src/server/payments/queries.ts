import type { PaymentEvent, PaymentFact } from '#domain/payment/payment-event.ts';
import type { PaymentStatus } from '#domain/payment/payment-state.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import type { DonationIntentRow, PaymentEventRow } from '#server/db/tables.ts';

/** The intent an event speaks of: by the id the provider carried for us, else by its session. */
export async function findIntent(tx: Queryable, event: PaymentEvent): Promise<DonationIntentRow | undefined> {
  const { intentId: id, sessionId } = event;
  const [intent] = id === undefined ? await findIntentBySession(tx, { sessionId }) : await findIntentById(tx, { id });
  return intent;
}

const findIntentById = prepared((db, { id }: { id: string }) =>
  db.selectFrom('donation_intents').selectAll().where('id', '=', id),
);

const findIntentBySession = prepared((db, { sessionId }: { sessionId: string }) =>
  db.selectFrom('donation_intents').selectAll().where('provider_session_id', '=', sessionId),
);

/** Keeps an event once; false when it was kept before. */
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

/** Every fact known about an intent's payment, in no order that matters. */
export const findFacts = (tx: Queryable, intentId: string): Promise<Pick<PaymentFact, 'kind'>[]> =>
  findFactRows(tx, { intentId });

const findFactRows = prepared((db, { intentId }: { intentId: string }) =>
  db.selectFrom('payment_events').select('kind').where('intent_id', '=', intentId),
);

/** Moves an intent to a state if nobody moved it since it was read; false when somebody did. */
export async function takeIntent(
  tx: Tx,
  intent: DonationIntentRow,
  to: { status: PaymentStatus; sessionId: string; paymentId: string | null; now: string },
): Promise<boolean> {
  const { id, version } = intent;
  const taken = await updateIntentState(tx, { ...to, id, version, nextVersion: version + 1 });
  return taken.length > 0;
}

interface IntentMove {
  readonly id: string;
  readonly version: number;
  readonly nextVersion: number;
  readonly status: PaymentStatus;
  readonly sessionId: string;
  readonly paymentId: string | null;
  readonly now: string;
}

const updateIntentState = prepared((db, move: IntentMove) =>
  db
    .updateTable('donation_intents')
    .set({
      status: move.status,
      provider_session_id: move.sessionId,
      provider_payment_id: move.paymentId,
      version: move.nextVersion,
      updated_at: move.now,
    })
    .where('id', '=', move.id)
    .where('version', '=', move.version)
    .returning('id'),
);
