import * as z from 'zod';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { messageIdOf, senderOf, type MailJob } from '#server/mail/mail-writer.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import type { MailMessage } from '#server/ports/mail-transport.ts';
import { recordAction, type StaffMember } from '#server/staff/index.ts';
import { findNewsletter } from './queries.ts';
import { renderPreview } from './render-newsletter.ts';

const testPayload = z.object({ userId: z.string(), newsletterId: z.string() });

/**
 * Enqueues a newsletter as an email to the member of the team who requests it. A second request in the same minute for the same
 * version sends nothing.
 */
export function requestTest(
  deps: Deps,
  { id, actor }: { readonly id: string; readonly actor: StaffMember },
): Promise<{ readonly code: 'requested' | 'not_found' | 'no_mail_server' }> {
  return inTransaction(deps.db, async (tx) => {
    const newsletter = await findNewsletter(tx, id);
    if (!newsletter) return { code: 'not_found' };
    if (!deps.mail) return { code: 'no_mail_server' };
    const minute = deps.clock.now().toISOString().slice(0, 16);
    await enqueue(deps, tx, {
      kind: 'newsletter_test',
      dedupeKey: `newsletter_test:${id}:${newsletter.version}:${actor.id}:${minute}`,
      payload: { userId: actor.id, newsletterId: id },
    });
    await recordAction(deps, tx, { actor, action: 'newsletter_tested', subject: { kind: 'newsletter', id } });
    return { code: 'requested' };
  });
}

/** Writes the test of a newsletter. Undefined when the newsletter, the account or its role no longer exists. */
export async function writeTestMail(deps: Deps, job: MailJob): Promise<MailMessage | undefined> {
  const { userId, newsletterId } = testPayload.parse(JSON.parse(job.payload));
  const newsletter = await findNewsletter(deps.db.read, newsletterId);
  const user = await deps.db.read
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('staff_role', 'is not', null)
    .executeTakeFirst();
  if (!newsletter || !user) return undefined;
  const rendered = await renderPreview(deps, newsletter);
  return {
    messageId: messageIdOf(deps.config, `newsletter-test.${job.id}`),
    from: senderOf(deps),
    to: { name: '', address: user.email },
    ...rendered,
    subject: `Test: ${rendered.subject}`,
  };
}
