import type { PaymentEvent, PaymentProvider } from '#domain/payment/payment-event.ts';
import type { Database, Queryable } from '#server/db/database.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';

/** When the oldest intent was made whose payment is still open, of those made after an instant; `undefined` when none is. */
export async function oldestOpenIntent(
  db: Queryable,
  provider: PaymentProvider,
  after: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('donation_intents')
    .select('created_at')
    .where('provider', '=', provider)
    .where('status', 'in', ['pending', 'processing'])
    .where('created_at', '>', after.toISOString()) // an open one that old waits for a person: its payment was quarantined
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

/** The intents that events speak of, under the name the event used: intent id, or session id when it carried none. */
export async function findIntents(
  db: Queryable,
  events: readonly PaymentEvent[],
): Promise<Map<string, DonationIntentRow>> {
  const intentIds = events.flatMap((event) => event.intentId ?? []);
  const sessionIds = events.map((event) => event.sessionId);
  const rows = await db
    .selectFrom('donation_intents')
    .selectAll()
    .where((e) =>
      e.or([e('provider_session_id', 'in', sessionIds), ...(intentIds.length > 0 ? [e('id', 'in', intentIds)] : [])]),
    )
    .execute();
  return new Map(rows.flatMap((row) => [[row.id, row] as const, [row.provider_session_id ?? row.id, row] as const]));
}

/** Intents of a provider that are still open and have a session or order there, of those made after an instant; oldest first. */
export const findOpenIntents = (db: Queryable, provider: PaymentProvider, after: Date): Promise<DonationIntentRow[]> =>
  db
    .selectFrom('donation_intents')
    .selectAll()
    .where('provider', '=', provider)
    .where('status', 'in', ['pending', 'processing'])
    .where('provider_session_id', 'is not', null)
    .where('created_at', '>', after.toISOString())
    .orderBy('created_at')
    .execute();

/** The intents whose money has one of these ids at the provider, under that id. */
export async function findIntentsByPayment(
  db: Queryable,
  provider: PaymentProvider,
  paymentIds: readonly string[],
): Promise<Map<string, DonationIntentRow>> {
  const rows = await db
    .selectFrom('donation_intents')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_payment_id', 'in', paymentIds)
    .execute();
  return new Map(rows.map((row) => [row.provider_payment_id ?? '', row]));
}

/** Those of some ids of a provider's events that we keep already. */
export async function findKnownEvents(
  db: Queryable,
  provider: PaymentProvider,
  eventIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('payment_events')
    .select('event_id')
    .where('provider', '=', provider) // the key begins with it
    .where('event_id', 'in', eventIds)
    .execute();
  return new Set(rows.map((row) => row.event_id));
}

/** Whether the same was said of the same session or order before, in whatever message. */
export async function isHeardOf(db: Queryable, { provider, sessionId, fact }: PaymentEvent): Promise<boolean> {
  const row = await db
    .selectFrom('payment_events')
    .select('event_id')
    .where('provider', '=', provider)
    .where('session_id', '=', sessionId)
    .where('kind', '=', fact.kind)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Intents of a provider that settled between two instants. */
export const findSettledIntents = (
  db: Queryable,
  window: { readonly provider: PaymentProvider; readonly after: Date; readonly before: Date },
): Promise<Pick<DonationIntentRow, 'id' | 'provider_session_id' | 'provider_payment_id'>[]> =>
  db
    .selectFrom('donation_intents')
    .select(['id', 'provider_session_id', 'provider_payment_id'])
    .where('provider', '=', window.provider)
    .where('status', '=', 'settled')
    .where('created_at', '>=', window.after.toISOString())
    .where('updated_at', '<', window.before.toISOString())
    .execute();

/** Ends a provider's pending intents that no session was ever noted for, an hour after they could last be paid; how many there were. */
export async function lapseIntents(db: Database, provider: PaymentProvider, now: Date): Promise<number> {
  const lapsed = await db.write
    .updateTable('donation_intents')
    .set((e) => ({ status: 'expired', version: e('version', '+', 1), updated_at: now.toISOString() }))
    .where('provider', '=', provider)
    .where('status', '=', 'pending')
    .where('provider_session_id', 'is', null)
    .where('expires_at', '<', new Date(now.getTime() - lapseMs).toISOString())
    .returning('id')
    .execute();
  return lapsed.length;
}

const lapseMs = 60 * 60 * 1000;
