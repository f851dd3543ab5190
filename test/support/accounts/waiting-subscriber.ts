import { hashToken } from '#server/http/current-user.ts';
import { newId } from '#server/ids.ts';
import type { TestApp } from '../app/start-app.ts';

/** Inserts a subscription that waits for its confirmation. Returns the tokens of its links. */
export async function insertWaitingSubscriber({
  deps,
}: TestApp): Promise<{ confirmToken: string; unsubscribeToken: string }> {
  const newToken = (): string => Buffer.from(deps.random.bytes(32)).toString('base64url');
  const [confirmToken, unsubscribeToken] = [newToken(), newToken()];
  const now = deps.clock.now();
  const id = newId('sub', deps.random);
  await deps.db.write
    .insertInto('newsletter_subscribers')
    .values({
      id,
      email: `${id}@example.org`,
      email_key: `${id}@example.org`,
      status: 'waiting',
      consent_text: 'Yes, please.',
      consent_source: 'footer',
      requested_at: now.toISOString(),
      confirm_token_hash: hashToken(confirmToken),
      confirm_expires_at: new Date(now.getTime() + 60_000).toISOString(),
      confirmed_at: null,
      unsubscribe_token: unsubscribeToken,
      unsubscribed_at: null,
    })
    .execute();
  return { confirmToken, unsubscribeToken };
}
