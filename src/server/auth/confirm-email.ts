import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { MailLinkRow } from '#server/db/tables.ts';
import { isUniqueViolation } from '#server/db/unique-violation.ts';
import type { Deps } from '#server/deps.ts';
import { ownersAllowance, takeUnaskedMail } from '#server/mail/unasked-mail.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { hashOfName } from './login-lock.ts';
import { endLinks, takeLink } from './mail-link.ts';
import { nameKey } from './names.ts';
import { confirmEmailOf, findUser, updateEmail } from './queries.ts';

/** `confirmed`, and which address; `link_invalid` whatever is wrong with the link; `email_taken` when somebody else has the address by now. */
export type EmailConfirmation =
  | { readonly code: 'confirmed'; readonly email: string }
  | { readonly code: 'link_invalid' | 'email_taken' };

/** Confirms an account's address by a mailed link, or puts the one to which the link was mailed in its place. */
export async function confirmEmail(deps: Deps, token: string): Promise<EmailConfirmation> {
  try {
    return await inTransaction(deps.db, async (tx) => {
      const link = await takeLink(deps, tx, token, ['confirm_email', 'change_email']);
      if (!link) return { code: 'link_invalid' };
      return link.purpose === 'change_email' ? changeTo(deps, tx, link) : confirm(deps, tx, link);
    });
  } catch (error) {
    if (isUniqueViolation(error)) return { code: 'email_taken' }; // decided by the constraint; the link stays as it was
    throw error;
  }
}

async function confirm(deps: Deps, tx: Tx, link: MailLinkRow): Promise<EmailConfirmation> {
  await confirmEmailOf(tx, link.user_id, deps.clock.now());
  return { code: 'confirmed', email: link.email };
}

/**
 * The old address learns of it, as often as a stranger's may be written to, for it need not have been confirmed. Links that
 * were mailed there are worth nothing from now on.
 */
async function changeTo(deps: Deps, tx: Tx, link: MailLinkRow): Promise<EmailConfirmation> {
  const { user_id: userId, email } = link;
  if (nameKey(email) === nameKey(deps.config.admin.email)) return { code: 'email_taken' };
  const before = await findUser(tx, userId);
  if (!before) return { code: 'link_invalid' };
  await updateEmail(tx, { userId, email, emailKey: nameKey(email), now: deps.clock.now() });
  await endLinks(deps, tx, userId, ['confirm_email', 'reset_password']);
  const mail = { kind: 'email_changed', keys: [hashOfName(before.email)], allowance: ownersAllowance };
  if (await takeUnaskedMail(deps, tx, mail))
    await enqueue(deps, tx, {
      kind: 'email_changed',
      dedupeKey: `email_changed:${link.token_hash}`,
      payload: { userId, address: before.email },
    });
  return { code: 'confirmed', email };
}
