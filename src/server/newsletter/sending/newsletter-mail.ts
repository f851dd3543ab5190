import * as z from 'zod';
import type { Queryable } from '#server/db/database.ts';
import type { NewsletterRow, SubscriberRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { messageIdOf, senderOf, type FollowedMail, type MailJob } from '#server/mail/mail-writer.ts';
import type { MailMessage } from '#server/ports/mail-transport.ts';
import { unsubscribeUrl } from '../confirmation-mail.ts';
import { findNewsletter } from '../drafts/queries.ts';
import { renderNewsletter } from '../drafts/render-newsletter.ts';
import { recordRefused, recordSent, recordSkipped } from './record-outcome.ts';

const newsletterPayload = z.object({ newsletterId: z.string(), subscriberId: z.string() });

export const newsletterMail: FollowedMail = {
  write: writeNewsletterMail,
  check: async (deps, job) => {
    const { newsletter, subscriber, status } = await readJob(deps.db.read, job);
    if (status !== 'waiting' && status !== 'failed') return 'skip'; // its outcome was recorded before a process died
    if (newsletter?.status === 'paused') return 'paused';
    if (newsletter && subscriber) return 'send';
    await recordSkipped(deps, keyOf(job));
    return 'skip';
  },
  recordSent: (deps, job) => recordSent(deps, keyOf(job)),
  recordRefused: (deps, job, refusal) => recordRefused(deps, keyOf(job), refusal),
};

/** Returns undefined if the subscriber has left since. */
async function writeNewsletterMail(deps: Deps, job: MailJob): Promise<MailMessage | undefined> {
  const { newsletter, subscriber } = await readJob(deps.db.read, job);
  if (!newsletter || !subscriber) return undefined;
  const url = unsubscribeUrl(deps.config, subscriber);
  return {
    messageId: messageIdOf(deps.config, `newsletter.${newsletter.id}.${subscriber.id}`),
    from: senderOf(deps),
    to: { name: '', address: subscriber.email },
    unsubscribeUrl: url,
    ...(await renderNewsletter(deps, newsletter, { postalAddress: newsletter.postal_address, unsubscribeUrl: url })),
  };
}

const keyOf = (job: MailJob) => newsletterPayload.parse(JSON.parse(job.payload));

/** A job's newsletter, its subscriber unless the subscription has ended or been renewed since sending began, and its status. */
async function readJob(
  db: Queryable,
  job: MailJob,
): Promise<{
  readonly newsletter: NewsletterRow | undefined;
  readonly subscriber: SubscriberRow | undefined;
  readonly status: string | undefined;
}> {
  const { newsletterId, subscriberId } = keyOf(job);
  const newsletter = await findNewsletter(db, newsletterId);
  const recipient = await db
    .selectFrom('newsletter_recipients')
    .select('status')
    .where('newsletter_id', '=', newsletterId)
    .where('subscriber_id', '=', subscriberId)
    .executeTakeFirst();
  const subscriber = await db
    .selectFrom('newsletter_subscribers')
    .selectAll()
    .where('id', '=', subscriberId)
    .where('status', '=', 'confirmed')
    .where('confirmed_at', '<=', newsletter?.started_at ?? '')
    .executeTakeFirst();
  return { newsletter, subscriber, status: recipient?.status };
}
