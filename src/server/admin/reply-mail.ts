import * as z from 'zod';
import { brand } from '#domain/brand.ts';
import { readContent } from '#server/contact/index.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { messageIdOf, type MailJob } from '#server/mail/mail-writer.ts';
import type { MailMessage } from '#server/mail/transport.ts';

const replyPayload = z.object({ replyId: z.string() });

/** Writes the team's answer to whoever sent the message, from the contact address (spec 2), to which further words go too. */
export async function writeReplyMail(deps: Deps, job: MailJob): Promise<MailMessage | undefined> {
  const { replyId } = replyPayload.parse(JSON.parse(job.payload));
  const row = await findReply(deps.db.read, replyId);
  if (!row) return undefined;
  const { name, email, subject, message } = readContent(row.message_content);
  const content = { reply: z.string().parse(JSON.parse(row.content)), subject, message, sentAt: new Date(row.sent_at) };
  return {
    messageId: messageIdOf(deps.config, `contact-reply.${replyId}`),
    from: `${brand.name} <${brand.contactEmail}>`,
    replyTo: brand.contactEmail,
    to: { name, address: email },
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
