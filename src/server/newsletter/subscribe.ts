import { newsletterConsent } from '#contract/newsletter.ts';
import { nameKey } from '#server/auth/index.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { hashToken } from '#server/http/current-user.ts';
import { newId } from '#server/ids.ts';
import { strangersAllowance, takeUnaskedMail } from '#server/mail/unasked-mail.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { keepRequest } from './queries.ts';
import { newToken } from '#server/tokens.ts';

/**
 * Asks for the newsletter on behalf of an address: unless it is subscribed already, a mail goes there with a link that makes the
 * subscription stand. Anybody can type any address, so it gets no more such mails than a stranger may have sent, however
 * often and from wherever it is typed; the caller learns nothing of all this.
 */
export async function subscribe(deps: Deps, email: string): Promise<void> {
  const addressKey = nameKey(email);
  await inTransaction(deps.db, async (tx) => {
    const mail = { kind: 'newsletter_confirmation', keys: [addressKey], allowance: strangersAllowance };
    if (!(await takeUnaskedMail(deps, tx, mail))) return;
    const token = newToken(deps.random);
    const now = deps.clock.now();
    const subscriberId = await keepRequest(tx, {
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
    if (subscriberId === undefined) return; // it is subscribed; whether it is cannot be told by the time this took
    const dedupeKey = `newsletter_confirmation:${hashToken(token)}`;
    await enqueue(deps, tx, { kind: 'newsletter_confirmation', dedupeKey, payload: { subscriberId, token } });
  });
}

/** How long the link of a confirmation works. */
export const confirmDays = 3;

const dayMs = 24 * 60 * 60 * 1000;
