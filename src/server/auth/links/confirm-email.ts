import type { Tx } from '#server/db/database.ts';
import { inTransaction, isUniqueViolation } from '#server/db/in-transaction.ts';
import type { MailLinkRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { ownerAllowance, takeMailAllowance } from '#server/mail/mail-allowance.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { hashUntagged, nameKey } from '../names.ts';
import { findUser, markEmailConfirmed, updateEmail } from '../users.ts';
import { endLinks, takeLink } from './mail-link.ts';

/** `email_taken` when another account has taken the address since the link was requested. */
export type EmailConfirmation =
  | { readonly code: 'confirmed'; readonly email: string }
  | { readonly code: 'link_invalid' | 'email_taken' };

/** Confirms the address to which a link was mailed: the account's own, or the new one that replaces it. */
export async function confirmEmail(deps: Deps, token: string): Promise<EmailConfirmation> {
  try {
    return await inTransaction(deps.db, async (tx) => {
      const link = await takeLink(deps, tx, token, ['confirm_email', 'change_email']);
      if (!link) return { code: 'link_invalid' };
      return link.purpose === 'change_email' ? replaceEmail(deps, tx, link) : confirmOwn(deps, tx, link);
    });
  } catch (error) {
    if (isUniqueViolation(error)) return { code: 'email_taken' }; // the transaction is rolled back, and the link still works
    throw error;
  }
}

async function confirmOwn(deps: Deps, tx: Tx, link: MailLinkRow): Promise<EmailConfirmation> {
  await markEmailConfirmed(tx, link.user_id, deps.clock.now());
  return { code: 'confirmed', email: link.email };
}

/**
 * Replaces the address and notifies the old one, within its mail allowance because it may never have been confirmed. Links
 * mailed to the old address stop working.
 */
async function replaceEmail(deps: Deps, tx: Tx, link: MailLinkRow): Promise<EmailConfirmation> {
  const { user_id: userId, email } = link;
  if (nameKey(email) === nameKey(deps.config.admin.email)) return { code: 'email_taken' };
  const before = await findUser(tx, userId);
  if (!before) return { code: 'link_invalid' };
  await updateEmail(tx, { userId, email, emailKey: nameKey(email), now: deps.clock.now() });
  await endLinks(deps, tx, userId, ['confirm_email', 'reset_password']);
  const mail = { kind: 'email_changed', keys: [hashUntagged(before.email)], allowance: ownerAllowance };
  if (await takeMailAllowance(deps, tx, mail))
    await enqueue(deps, tx, {
      kind: 'email_changed',
      dedupeKey: `email_changed:${link.token_hash}`,
      payload: { userId, address: before.email },
    });
  return { code: 'confirmed', email };
}
