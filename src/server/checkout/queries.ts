import type { Database, Queryable, Tx } from '#server/db/database.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';

/** Writes a new intent; false when another request with the same key was first. */
export async function insertIntent(tx: Tx, intent: DonationIntentRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('donation_intents')
    .values(intent)
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

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
  await db.write
    .updateTable('donation_intents')
    .set({
      provider_session_id: session.sessionId,
      checkout_url: session.url,
      expires_at: session.expiresAt.toISOString(),
      updated_at: now.toISOString(),
    })
    .where('id', '=', intentId)
    .where((e) => e.or([e('provider_session_id', 'is', null), e('provider_session_id', '=', session.sessionId)]))
    .execute();
}
