import * as z from 'zod';
import { brand } from '#domain/brand.ts';
import type { Deps } from '#server/deps.ts';
import { messageIdOf, senderOf, type MailJob } from '#server/mail/mail-writer.ts';
import type { MailMessage } from '#server/mail/transport.ts';
import { countNewMessages } from './queries.ts';

const noticePayload = z.object({ quarter: z.string() });

/** Tells the team how many messages wait at this moment, and nothing of what is in them. Undefined when all were read meanwhile. */
export async function writeNoticeMail(deps: Deps, job: MailJob): Promise<MailMessage | undefined> {
  const { quarter } = noticePayload.parse(JSON.parse(job.payload));
  const messages = await countNewMessages(deps.db.read);
  if (messages === 0) return undefined;
  const inboxUrl = `${deps.config.publicUrl}/admin/messages`;
  return {
    messageId: messageIdOf(deps.config, `contact-notice.${quarter}`),
    from: senderOf(deps.config),
    to: { name: brand.name, address: brand.contactEmail },
    ...(await deps.renderMail('contact_notice', { messages, inboxUrl })),
  };
}
