import type { Database, Queryable, Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';

/** Inserts an intent; returns false if another request with the same key came first. */
export async function insertIntent(db: Queryable, intent: DonationIntentRow): Promise<boolean> {
  const inserted = await insertIntentRow(db, intent);
  return inserted.length > 0;
}

const insertIntentRow = prepared((db, intent: DonationIntentRow) =>
  db
    .insertInto('donation_intents')
    .values(intent)
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returning('id'),
);

export const findIntentByKey = (db: Queryable, key: string): Promise<DonationIntentRow | undefined> =>
  db.selectFrom('donation_intents').selectAll().where('idempotency_key', '=', key).executeTakeFirst();

/** Removes the page's key from an intent, so that the page can use the key for a new intent. */
export async function releaseKey(tx: Tx, intentId: string): Promise<void> {
  await tx.updateTable('donation_intents').set({ idempotency_key: null }).where('id', '=', intentId).execute();
}

/**
 * Stores the checkout session as the intent's page; returns false if the intent has another session. A webhook may have stored
 * the session's id already, without its address. The version changes, so that a payment event that arrives now sees the page.
 */
export async function keepSession(
  db: Database,
  intentId: string,
  session: { readonly sessionId: string; readonly url: string; readonly expiresAt: Date },
  now: Date,
): Promise<boolean> {
  const kept = await updateIntentSession(db.write, {
    intentId,
    sessionId: session.sessionId,
    url: session.url,
    expiresAt: session.expiresAt.toISOString(),
    now: now.toISOString(),
  });
  return kept.length > 0;
}

interface KeptSession {
  readonly intentId: string;
  readonly sessionId: string;
  readonly url: string;
  readonly expiresAt: string;
  readonly now: string;
}

const updateIntentSession = prepared((db, session: KeptSession) =>
  db
    .updateTable('donation_intents')
    .set((e) => ({
      provider_session_id: session.sessionId,
      checkout_url: session.url,
      expires_at: session.expiresAt,
      version: e('version', '+', 1),
      updated_at: session.now,
    }))
    .where('id', '=', session.intentId)
    .where((e) => e.or([e('provider_session_id', 'is', null), e('provider_session_id', '=', session.sessionId)]))
    .returning('id'),
);

/** Advances the session number after a refusal and sets a new expiry, unless another request has already done so. */
export async function advanceSessionNumber(
  db: Database,
  { id, session_number: refused }: DonationIntentRow,
  expiresAt: Date,
): Promise<void> {
  await db.write
    .updateTable('donation_intents')
    .set({ session_number: refused + 1, expires_at: expiresAt.toISOString() })
    .where('id', '=', id)
    .where('session_number', '=', refused)
    .where('provider_session_id', 'is', null)
    .execute();
}

export const readIntent = (db: Queryable, id: string): Promise<DonationIntentRow> =>
  db.selectFrom('donation_intents').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/**
 * Stores PayPal's order with its intent; returns false if the intent has another order. A webhook may already have stored the
 * order's id.
 */
export async function keepOrder(db: Database, intentId: string, orderId: string, now: Date): Promise<boolean> {
  const kept = await db.write
    .updateTable('donation_intents')
    .set((e) => ({
      provider_session_id: orderId,
      version: e('version', '+', 1),
      updated_at: now.toISOString(),
    }))
    .where('id', '=', intentId)
    .where((e) => e.or([e('provider_session_id', 'is', null), e('provider_session_id', '=', orderId)]))
    .returning('id')
    .execute();
  return kept.length > 0;
}

export const findIntentByOrder = (db: Queryable, orderId: string): Promise<DonationIntentRow | undefined> =>
  db
    .selectFrom('donation_intents')
    .selectAll()
    .where('provider', '=', 'paypal')
    .where('provider_session_id', '=', orderId)
    .executeTakeFirst();
