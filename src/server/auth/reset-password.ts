import { inTransaction } from '#server/db/in-transaction.ts';
import type { Tx } from '#server/db/database.ts';
import type { MailLinkRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { hasSecondFactor } from '#server/http/has-second-factor.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { endOldAccess } from './end-old-access.ts';
import { accountSubject, forgetFailures } from './login-lock.ts';
import { isOpenLink, takeLink } from './mail-link.ts';
import { hashPassword } from './password.ts';
import { confirmEmailOf, updatePasswordHash } from './queries.ts';

/** `reset`, and whose password; or `link_invalid`, whatever is wrong with the link. */
export type PasswordReset = { readonly code: 'reset'; readonly userId: string } | { readonly code: 'link_invalid' };

/**
 * Chooses a new password by a mailed link. It is the way back for whoever lost the account to somebody else: every session
 * ends, failures that lock it are forgotten unless codes are asked for too, and an address that was to take the place of the
 * account's does so no more.
 */
export async function resetPassword(deps: Deps, token: string, password: string): Promise<PasswordReset> {
  if (!(await isOpenLink(deps, token, ['reset_password']))) return { code: 'link_invalid' }; // a hash is dear, and strangers ask
  const passwordHash = await hashPassword(password);
  return inTransaction(deps.db, async (tx) => {
    const link = await takeLink(deps, tx, token, ['reset_password']);
    if (!link) return { code: 'link_invalid' };
    await resetTo(deps, tx, link, passwordHash);
    return { code: 'reset', userId: link.user_id };
  });
}

async function resetTo(deps: Deps, tx: Tx, link: MailLinkRow, passwordHash: string): Promise<void> {
  const { user_id: userId, token_hash: tokenHash } = link;
  await confirmEmailOf(tx, userId, deps.clock.now()); // whoever has the link reads the mails
  await updatePasswordHash(tx, userId, passwordHash);
  await endOldAccess(deps, tx, userId);
  if (!(await hasSecondFactor(tx, userId))) await forgetFailures(tx, accountSubject(userId, userId)); // else whoever reads the mails could guess codes without an end
  await enqueue(deps, tx, {
    kind: 'password_changed',
    dedupeKey: `password_changed:${tokenHash}`,
    payload: { userId },
  });
}
