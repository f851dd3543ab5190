import { newsletterConsent } from '#contract/newsletter.ts';
import { hashUntagged, nameKey } from '#server/auth/index.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { SubscriberRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { hashToken } from '#server/http/current-user.ts';
import { isToken, newId, newToken } from '#server/ids.ts';
import { encryptToken } from '#server/mail/link-token.ts';
import { strangersAllowance, takeMailAllowance } from '#server/mail/mail-allowance.ts';
import { enqueue } from '#server/outbox/enqueue.ts';

/**
 * Requests a subscription and enqueues the email that asks the address to confirm it. Anyone can type any address, so
 * `strangersAllowance` limits these emails. The caller cannot tell whether an email was sent.
 */
export async function subscribe(deps: Deps, email: string): Promise<void> {
  const addressKey = nameKey(email);
  await inTransaction(deps.db, async (tx) => {
    const mail = { kind: 'newsletter_confirmation', keys: [hashUntagged(email)], allowance: strangersAllowance };
    if (!(await takeMailAllowance(deps, tx, mail))) return;
    const token = newToken(deps.random);
    const now = deps.clock.now();
    const subscriberId = await saveRequest(tx, {
      id: newId('sub', deps.random),
      email,
      email_key: addressKey,
      status: 'waiting',
      consent_text: newsletterConsent,
      consent_source: 'footer',
      requested_at: now.toISOString(),
      confirm_token_hash: hashToken(token),
      confirm_expires_at: new Date(now.getTime() + confirmDays * dayMs).toISOString(),
      confirmed_at: null,
      unsubscribe_token: newToken(deps.random),
      unsubscribed_at: null,
    });
    if (subscriberId === undefined) return; // subscribed already; the response took as long as for any other address
    const dedupeKey = `newsletter_confirmation:${hashToken(token)}`;
    await enqueue(deps, tx, {
      kind: 'newsletter_confirmation',
      dedupeKey,
      payload: { subscriberId, ...encryptToken(deps, token) },
    });
  });
}

/** How long a confirmation link works. */
export const confirmDays = 3;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Writes the request and its consent. An address that is waiting or has unsubscribed keeps its row, and its earlier link stops
 * working. Returns the row's id; undefined for a confirmed address, whose row does not change.
 */
async function saveRequest(tx: Tx, request: SubscriberRow): Promise<string | undefined> {
  const { id: _id, email_key: _key, unsubscribe_token: _token, unsubscribed_at: _unsubscribedAt, ...renewed } = request;
  const row = await tx
    .insertInto('newsletter_subscribers')
    .values(request)
    .onConflict((conflict) =>
      conflict.column('email_key').doUpdateSet(renewed).where('newsletter_subscribers.status', '!=', 'confirmed'),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/**
 * Confirms a subscription with the token of its emailed link; `confirmed` even when it was confirmed before. `link_invalid` for
 * a token that is unknown, expired or replaced by a newer one, and after unsubscribing.
 */
export async function confirmSubscription(deps: Deps, token: string): Promise<{ code: 'confirmed' | 'link_invalid' }> {
  const tokenHash = hashToken(token);
  const now = deps.clock.now().toISOString();
  const { numUpdatedRows } = await deps.db.write
    .updateTable('newsletter_subscribers')
    .set({ status: 'confirmed', confirmed_at: now })
    .where('confirm_token_hash', '=', tokenHash)
    .where('confirm_expires_at', '>', now)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return { code: 'confirmed' };
  const confirmed = await deps.db.read
    .selectFrom('newsletter_subscribers')
    .select('id')
    .where('confirm_token_hash', '=', tokenHash)
    .where('status', '=', 'confirmed')
    .executeTakeFirst();
  return { code: confirmed ? 'confirmed' : 'link_invalid' };
}

/**
 * Ends a subscription, or a request for one, with the token from any of its emails; `unsubscribed` even when it had already
 * ended. Its confirmation link stops working. `link_invalid` for an unknown token.
 */
export async function unsubscribe(deps: Deps, token: string): Promise<{ code: 'unsubscribed' | 'link_invalid' }> {
  if (!isToken(token)) return { code: 'link_invalid' };
  const now = deps.clock.now().toISOString();
  return inTransaction(deps.db, async (tx) => {
    const ended = await tx
      .updateTable('newsletter_subscribers')
      .set({ status: 'unsubscribed', unsubscribed_at: now, confirm_token_hash: null, confirm_expires_at: null })
      .where('unsubscribe_token', '=', token)
      .where('status', '!=', 'unsubscribed')
      .returning('id')
      .executeTakeFirst();
    if (ended) {
      await countUnsubscribe(tx, ended.id, now);
      return { code: 'unsubscribed' };
    }
    const known = await tx
      .selectFrom('newsletter_subscribers')
      .select('id')
      .where('unsubscribe_token', '=', token)
      .executeTakeFirst();
    return { code: known ? 'unsubscribed' : 'link_invalid' };
  });
}

/** Counts a leaving subscriber toward the last newsletter that reached them. */
async function countUnsubscribe(tx: Tx, subscriberId: string, now: string): Promise<void> {
  const last = await tx
    .selectFrom('newsletter_recipients')
    .select('newsletter_id')
    .where('subscriber_id', '=', subscriberId)
    .where('status', '=', 'sent')
    .orderBy('decided_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return;
  await tx
    .updateTable('newsletter_recipients')
    .set({ unsubscribed_at: now })
    .where('subscriber_id', '=', subscriberId)
    .where('newsletter_id', '=', last.newsletter_id)
    .execute();
}

/** Deletes requests that were not confirmed in time, except those of addresses that were subscribed before. */
export async function deleteUnconfirmedSubscriptions({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.write
    .deleteFrom('newsletter_subscribers')
    .where('status', '=', 'waiting')
    .where('confirm_expires_at', '<=', clock.now().toISOString())
    .where('unsubscribed_at', 'is', null)
    .execute();
}

/** The subscription of an address with its consent; undefined if there is none. */
export const findSubscription = (db: Queryable, emailKey: string) =>
  db
    .selectFrom('newsletter_subscribers')
    .select(['id', 'email', 'status', 'consent_text as consentText', 'consent_source as consentSource'])
    .select(['requested_at as requestedAt', 'confirmed_at as confirmedAt', 'unsubscribed_at as unsubscribedAt'])
    .where('email_key', '=', emailKey)
    .executeTakeFirst();

/** The newsletters that were sent to a subscriber, oldest first. */
export const findReceivedNewsletters = (db: Queryable, subscriberId: string) =>
  db
    .selectFrom('newsletter_recipients as recipient')
    .innerJoin('newsletters', 'newsletters.id', 'recipient.newsletter_id')
    .select(['subject', 'recipient.decided_at as sentAt'])
    .where('subscriber_id', '=', subscriberId)
    .where('recipient.status', '=', 'sent')
    .orderBy('decided_at')
    .orderBy('recipient.newsletter_id')
    .execute();
