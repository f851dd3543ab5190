import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { ownersAllowance, takeUnaskedMail } from '#server/mail/unasked-mail.ts';
import { mailLink } from './mail-link.ts';
import { findUserByName } from './queries.ts';
import { hashOfName } from './login-lock.ts';

/**
 * Mails a link to choose a new password to an address, if it is an account's. Whoever asks learns neither from the answer nor
 * from its time whether it is: the address is looked up and counted all the same, and the mail leaves later.
 */
export async function requestPasswordLink(deps: Deps, email: string): Promise<void> {
  const user = await findUserByName(deps.db.read, email);
  const mail = { kind: 'reset_password', keys: [hashOfName(email)], allowance: ownersAllowance };
  await inTransaction(deps.db, async (tx) => {
    if (!(await takeUnaskedMail(deps, tx, mail)) || !user) return;
    await mailLink(deps, tx, { userId: user.id, purpose: 'reset_password', email: user.email });
  });
}
