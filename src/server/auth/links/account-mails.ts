import * as z from 'zod';
import type { Deps } from '#server/deps.ts';
import { hashToken } from '#server/http/current-user.ts';
import { decryptToken } from '#server/mail/link-token.ts';
import { messageIdOf, senderOf, type MailJob } from '#server/mail/mail-writer.ts';
import type { RenderedMail } from '#domain/mail/mail.ts';
import { harmlessName, mailedName } from '#domain/mail/mailed-name.ts';
import type { MailMessage } from '#server/ports/mail-transport.ts';
import { linkHours } from './mail-link.ts';
import { findUser } from '../users.ts';

const changedEmailPayload = z.object({ userId: z.string(), address: z.string() });
const changedPasswordPayload = z.object({ userId: z.string(), removed: z.optional(z.literal('second_factor')) });

/**
 * Writes an email with a link, to the address that the link was created for. `expired` when the link no longer
 * exists: it had expired before another was requested, or the account was deleted.
 */
export async function writeLinkMail(deps: Deps, job: MailJob): Promise<MailMessage | 'expired'> {
  const token = decryptToken(deps, job.payload);
  const link = await deps.db.read
    .selectFrom('mail_links')
    .innerJoin('users', 'users.id', 'mail_links.user_id')
    .select(['mail_links.purpose', 'mail_links.email', 'mail_links.used_at', 'mail_links.expires_at'])
    .select(['users.username', 'users.email_confirmed_at'])
    .where('mail_links.token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!link) return 'expired';
  const { purpose, email } = link;
  const isConfirmed = purpose === 'reset_password' && link.email_confirmed_at !== null;
  const username = mailedName({ firstName: null, username: link.username }, isConfirmed);
  const linkUrl = `${deps.config.publicUrl}${linkPaths[purpose]}#${token}`; // a fragment appears in no log and no referrer
  const content = { username, linkUrl, validHours: linkHours[purpose] };
  const message = toMessage(deps, job, { name: username, address: email }, await deps.renderMail(purpose, content));
  return { ...message, usableUntil: new Date(link.used_at ?? link.expires_at) };
}

const linkPaths = {
  confirm_email: '/confirm-email',
  change_email: '/confirm-email',
  reset_password: '/reset-password',
} as const;

/** Writes the email that tells an account's old address about the new one. */
export async function writeEmailChangedMail(deps: Deps, job: MailJob): Promise<MailMessage | undefined> {
  const { userId, address } = changedEmailPayload.parse(JSON.parse(job.payload));
  const user = await findUser(deps.db.read, userId);
  if (!user || address === '') return undefined;
  const username = harmlessName(user.username); // the old address may never have been confirmed
  return toMessage(deps, job, { name: username, address }, await deps.renderMail('email_changed', { username }));
}

/** Writes the email that tells the owner of an account that its password was changed. */
export async function writePasswordChangedMail(deps: Deps, job: MailJob): Promise<MailMessage | undefined> {
  const { userId, removed } = changedPasswordPayload.parse(JSON.parse(job.payload));
  const user = await findUser(deps.db.read, userId);
  if (!user) return undefined;
  const { email } = user;
  const username = mailedName({ firstName: null, username: user.username }, user.email_confirmed_at !== null);
  const content = { username, signInUrl: `${deps.config.publicUrl}/auth`, isFactorRemoved: removed !== undefined };
  return toMessage(deps, job, { name: username, address: email }, await deps.renderMail('password_changed', content));
}

const toMessage = (deps: Deps, { id, kind }: MailJob, to: MailMessage['to'], rendered: RenderedMail): MailMessage => ({
  messageId: messageIdOf(deps.config, `${kind}.${id}`),
  from: senderOf(deps),
  to,
  ...rendered,
});
