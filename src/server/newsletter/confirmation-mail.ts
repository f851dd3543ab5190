import * as z from 'zod';
import type { Config } from '#server/config/config.ts';
import type { Queryable } from '#server/db/database.ts';
import type { SubscriberRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { hashToken } from '#server/http/current-user.ts';
import { decryptToken } from '#server/mail/link-token.ts';
import { messageIdOf, senderOf, type MailJob } from '#server/mail/mail-writer.ts';
import type { MailMessage } from '#server/ports/mail-transport.ts';
import { confirmDays } from './subscriptions.ts';

const confirmationPayload = z.object({ subscriberId: z.string() });

/**
 * Writes the email that asks an address to confirm its subscription. `expired` when the link would not work: a newer one was
 * requested, the subscriber has unsubscribed, or the request was deleted. The token comes after `#`, so that it reaches no server
 * log.
 */
export async function writeConfirmationMail(deps: Deps, job: MailJob): Promise<MailMessage | 'expired'> {
  const { subscriberId } = confirmationPayload.parse(JSON.parse(job.payload));
  const token = decryptToken(deps, job.payload);
  const tokenHash = hashToken(token);
  const subscriber = await findSubscriber(deps.db.read, subscriberId);
  if (subscriber?.confirm_token_hash !== tokenHash) return 'expired';
  const unsubscribe = unsubscribeUrl(deps.config, subscriber);
  const linkUrl = `${deps.config.publicUrl}/newsletter/confirm#${token}`;
  return {
    messageId: messageIdOf(deps.config, `newsletter-confirmation.${tokenHash}`),
    from: senderOf(deps),
    to: { name: '', address: subscriber.email },
    unsubscribeUrl: unsubscribe,
    ...(subscriber.confirm_expires_at === null ? {} : { usableUntil: new Date(subscriber.confirm_expires_at) }),
    ...(await deps.renderMail('newsletter_confirmation', {
      linkUrl,
      unsubscribeUrl: unsubscribe,
      validHours: confirmDays * 24,
    })),
  };
}

const findSubscriber = (db: Queryable, id: string): Promise<SubscriberRow | undefined> =>
  db.selectFrom('newsletter_subscribers').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * A subscriber's unsubscribe address, the same in every email. A browser opens a page with a button; a mail program sends a
 * POST (RFC 8058).
 */
export const unsubscribeUrl = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { unsubscribe_token: token }: Pick<SubscriberRow, 'unsubscribe_token'>,
): string => publicUrl + unsubscribePath.replace(':token', token);

/** The route behind the unsubscribe address. */
export const unsubscribePath = '/newsletter/unsubscribe/:token';
