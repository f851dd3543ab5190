import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { MailLinkRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { hasSecondFactor } from '#server/http/current-user.ts';
import { ownerAllowance, takeMailAllowance } from '#server/mail/mail-allowance.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { isOpenLink, mailLink, takeLink } from '../links/mail-link.ts';
import { accountSubject, clearFailures, hashName } from '../login-lock.ts';
import { revokeAccess } from '../session/sessions.ts';
import { findUserByName, markEmailConfirmed, updatePasswordHash } from '../users.ts';
import { whenHashing } from './password.ts';

/**
 * Mails a link to choose a new password if the address has an account. Neither the answer nor its timing reveals whether it
 * has: every address is looked up and counted, and the email is sent later.
 */
export async function requestPasswordLink(deps: Deps, email: string): Promise<void> {
  const user = await findUserByName(deps.db.read, email);
  const mail = { kind: 'reset_password', keys: [hashName(email)], allowance: ownerAllowance };
  await inTransaction(deps.db, async (tx) => {
    if (!(await takeMailAllowance(deps, tx, mail)) || !user) return;
    await mailLink(deps, tx, { userId: user.id, purpose: 'reset_password', email: user.email });
  });
}

export type PasswordReset = { readonly code: 'reset'; readonly userId: string } | { readonly code: 'link_invalid' };

/**
 * Sets a new password with a mailed link. This is how an owner gets a stolen account back: every session ends, failed logins
 * are cleared (unless the account also needs codes), and a pending change of the address is dropped.
 */
export async function resetPassword(
  deps: Deps,
  { token, password }: { readonly token: string; readonly password: string },
  address: string,
): Promise<PasswordReset> {
  const isOpen = (): Promise<boolean> => isOpenLink(deps, token, ['reset_password']);
  if (!(await isOpen())) return { code: 'link_invalid' }; // hashing is expensive, and anyone can call this
  const passwordHash = await whenHashing(deps, address, async (hasher) =>
    (await isOpen()) ? hasher.hash(password) : undefined,
  );
  if (passwordHash === undefined) return { code: 'link_invalid' };
  return inTransaction(deps.db, async (tx) => {
    const link = await takeLink(deps, tx, token, ['reset_password']);
    if (!link) return { code: 'link_invalid' };
    await resetTo(deps, tx, link, passwordHash);
    return { code: 'reset', userId: link.user_id };
  });
}

async function resetTo(deps: Deps, tx: Tx, link: MailLinkRow, passwordHash: string): Promise<void> {
  const { user_id: userId, token_hash: tokenHash } = link;
  await markEmailConfirmed(tx, userId, deps.clock.now()); // the person with the link can read email at this address
  await updatePasswordHash(tx, userId, passwordHash);
  await revokeAccess(deps, tx, userId);
  // With a second factor, a reader of the email could otherwise guess codes without limit.
  if (!(await hasSecondFactor(tx, userId))) await clearFailures(tx, accountSubject(userId, userId));
  await enqueue(deps, tx, {
    kind: 'password_changed',
    dedupeKey: `password_changed:${tokenHash}`,
    payload: { userId },
  });
}
