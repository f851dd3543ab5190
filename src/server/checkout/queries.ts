import type { Database, Queryable, Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';

/** Writes a new intent; false when another request with the same key was first. */
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

/** The intent that a page's key made. */
export const findIntentByKey = (db: Queryable, key: string): Promise<DonationIntentRow | undefined> =>
  db.selectFrom('donation_intents').selectAll().where('idempotency_key', '=', key).executeTakeFirst();

/** Takes the page's key from an intent, so that the same page can start anew. */
export async function releaseKey(tx: Tx, intentId: string): Promise<void> {
  await tx.updateTable('donation_intents').set({ idempotency_key: null }).where('id', '=', intentId).execute();
}

/**
 * Keeps the provider's session with its intent. A webhook may have noted the session already; the address is new then. The
 * version stays: the payment's state has not moved.
 */
export async function noteSession(
  db: Database,
  intentId: string,
  session: { readonly sessionId: string; readonly url: string; readonly expiresAt: Date },
  now: Date,
): Promise<void> {
  await updateIntentSession(db.write, {
    intentId,
    sessionId: session.sessionId,
    url: session.url,
    expiresAt: session.expiresAt.toISOString(),
    now: now.toISOString(),
  });
}

interface NotedSession {
  readonly intentId: string;
  readonly sessionId: string;
  readonly url: string;
  readonly expiresAt: string;
  readonly now: string;
}

const updateIntentSession = prepared((db, noted: NotedSession) =>
  db
    .updateTable('donation_intents')
    .set({
      provider_session_id: noted.sessionId,
      checkout_url: noted.url,
      expires_at: noted.expiresAt,
      updated_at: noted.now,
    })
    .where('id', '=', noted.intentId)
    .where((e) => e.or([e('provider_session_id', 'is', null), e('provider_session_id', '=', noted.sessionId)])),
);

/**
 * Keeps PayPal's order with its intent, and the key of the browser that may have it captured. A webhook may have noted the
 * order already. The version stays: the payment's state has not moved.
 */
export async function noteOrder(
  db: Database,
  intentId: string,
  order: { readonly orderId: string; readonly browserKeyHash: string },
  now: Date,
): Promise<void> {
  await db.write
    .updateTable('donation_intents')
    .set({
      provider_session_id: order.orderId,
      browser_key_hash: order.browserKeyHash,
      updated_at: now.toISOString(),
    })
    .where('id', '=', intentId)
    .where((e) => e.or([e('provider_session_id', 'is', null), e('provider_session_id', '=', order.orderId)]))
    .execute();
}

/** The intent that a PayPal order was made for. */
export const findIntentByOrder = (db: Queryable, orderId: string): Promise<DonationIntentRow | undefined> =>
  db
    .selectFrom('donation_intents')
    .selectAll()
    .where('provider', '=', 'paypal')
    .where('provider_session_id', '=', orderId)
    .executeTakeFirst();
