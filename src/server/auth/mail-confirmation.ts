import type { Tx } from '#server/db/database.ts';
import type { UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { ownersAllowance, takeUnaskedMail } from '#server/mail/unasked-mail.ts';
import { hashOfName } from './login-lock.ts';
import { mailLink } from './mail-link.ts';

/** Mails the link that confirms an account's address, unless the address was sent as many as it may be. */
export async function mailConfirmation(deps: Deps, tx: Tx, user: Pick<UserRow, 'id' | 'email'>): Promise<void> {
  const mail = { kind: 'confirm_email', keys: [hashOfName(user.email)], allowance: ownersAllowance };
  if (!(await takeUnaskedMail(deps, tx, mail))) return;
  await mailLink(deps, tx, { userId: user.id, purpose: 'confirm_email', email: user.email });
}
