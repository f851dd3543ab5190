import * as z from 'zod';
import type { Deps } from '#server/deps.ts';
import { hashToken } from '#server/http/current-user.ts';
import { messageIdOf, senderOf, type MailJob } from '#server/mail/mail-writer.ts';
import type { MailMessage } from '#server/mail/transport.ts';
import { findSubscriber } from './queries.ts';
import { confirmDays } from './subscribe.ts';
import { unsubscribeUrl } from './unsubscribe-url.ts';

const confirmationPayload = z.object({ subscriberId: z.string(), token: z.string() });

/**
 * Writes the mail that asks an address whether it wants the newsletter. Undefined when its link would not work: a newer one was
 * asked for, or the subscriber has left. The token stands behind `#`, which no server and no log on the way ever sees.
 */
export async function writeConfirmationMail(deps: Deps, job: MailJob): Promise<MailMessage | undefined> {
  const { subscriberId, token } = confirmationPayload.parse(JSON.parse(job.payload));
  const tokenHash = hashToken(token);
  const subscriber = await findSubscriber(deps.db.read, subscriberId);
  if (subscriber?.confirm_token_hash !== tokenHash) return undefined;
  const leaveUrl = unsubscribeUrl(deps.config, subscriber);
  const linkUrl = `${deps.config.publicUrl}/newsletter/confirm#${token}`;
  return {
    messageId: messageIdOf(deps.config, `newsletter-confirmation.${tokenHash}`),
    from: senderOf(deps.config),
    to: { name: '', address: subscriber.email },
    unsubscribeUrl: leaveUrl,
    ...(await deps.renderMail('newsletter_confirmation', { linkUrl, leaveUrl, validHours: confirmDays * 24 })),
  };
}
