import * as z from 'zod';
import { harmlessName } from '#domain/mail/mailed-name.ts';
import { isExample } from '#server/config/config.ts';
import { currentSender } from '#server/current-words.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { contactSender, messageIdOf, senderOf, type MailJob } from '#server/mail/mail-writer.ts';
import type { MailMessage } from '#server/ports/mail-transport.ts';
import { countNewMessages, readContent } from './queries.ts';

const noticePayload = z.object({ quarter: z.string() });

/**
 * Writes the notice to the published contact address, or else to the first administrator: the number of unread messages, without
 * quoting any. Undefined if all have been read.
 */
export async function writeNoticeMail(deps: Deps, job: MailJob): Promise<MailMessage | undefined> {
  const { quarter } = noticePayload.parse(JSON.parse(job.payload));
  const messages = await countNewMessages(deps.db.read);
  if (messages === 0) return undefined;
  const inboxUrl = `${deps.config.publicUrl}/admin/messages`;
  const { name, contactEmail } = deps.published.words.current().document;
  return {
    messageId: messageIdOf(deps.config, `contact-notice.${quarter}`),
    from: senderOf(deps),
    to: { name, address: contactEmail ?? deps.config.admin.email },
    ...(await deps.renderMail('contact_notice', { messages, inboxUrl })),
  };
}

const replyPayload = z.object({ replyId: z.string() });

/**
 * Writes the email with the team's reply. It comes from the contact address (spec 2), so that an answer arrives there. If no
 * contact address is published or configured, it has the sender of the other emails.
 */
export async function writeReplyMail(deps: Deps, job: MailJob): Promise<MailMessage | undefined> {
  const { replyId } = replyPayload.parse(JSON.parse(job.payload));
  const row = await findReply(deps.db.read, replyId);
  if (!row) return undefined;
  const { name, email, subject, message } = readContent(row.message_content);
  const sender = currentSender(deps);
  const content = { reply: z.string().parse(JSON.parse(row.content)), subject, message, sentAt: new Date(row.sent_at) };
  return {
    messageId: messageIdOf(deps.config, `contact-reply.${replyId}`),
    from: isExample(sender.contactEmail) ? senderOf(deps) : contactSender(sender),
    isFromPerson: true,
    replyTo: sender.contactEmail,
    to: { name: harmlessName(name), address: email },
    ...(await deps.renderMail('contact_reply', content)),
  };
}

const findReply = (db: Queryable, replyId: string) =>
  db
    .selectFrom('contact_replies')
    .innerJoin('contact_messages', 'contact_messages.id', 'contact_replies.message_id')
    .select(['contact_replies.content', 'contact_messages.content as message_content', 'contact_messages.sent_at'])
    .where('contact_replies.id', '=', replyId)
    .executeTakeFirst();
