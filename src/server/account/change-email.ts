import { endLinks, findUser, hashOfName, mailLink, nameKey, provePassword } from '#server/auth/index.ts';
import type { Queryable } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { ownersAllowance, takeUnaskedMail } from '#server/mail/unasked-mail.ts';

/**
 * `asked`: the new address got a link, and waits until it is used. `forbidden` for the administrator, whose address the
 * configuration says. `email_taken` when another account has it. `locked` after too many wrong passwords, `too_many_mails`
 * after too many links.
 */
export type EmailChange = {
  readonly code: 'asked' | 'forbidden' | 'password_wrong' | 'email_taken' | 'locked' | 'too_many_mails';
};

/** Mails a link to a new address, which takes the place of the old one once it is used. */
export async function changeEmail(
  deps: Deps,
  userId: string,
  { email, password }: { readonly email: string; readonly password: string },
  address: string,
): Promise<EmailChange> {
  const user = await findUser(deps.db.read, userId);
  if (!user) return { code: 'password_wrong' };
  if (user.role === 'admin') return { code: 'forbidden' };
  const { code } = await provePassword(deps, user, password, address);
  if (code !== 'proven') return { code: code === 'password_wrong' ? code : 'locked' };
  if (nameKey(email) === nameKey(deps.config.admin.email)) return { code: 'email_taken' };
  if (await isOfSomebodyElse(deps.db.read, user, email)) return { code: 'email_taken' };
  return askAt(deps, user, email);
}

/** A newer wish replaces the older: whoever mistyped an address does not leave the account to whoever has that one. */
const askAt = (deps: Deps, { id: userId }: UserRow, email: string): Promise<EmailChange> =>
  inTransaction(deps.db, async (tx) => {
    const keys = [userId, hashOfName(email)]; // neither do many accounts flood one address
    const mail = { kind: 'change_email', keys, allowance: ownersAllowance };
    if (!(await takeUnaskedMail(deps, tx, mail))) return { code: 'too_many_mails' };
    await endLinks(deps, tx, userId, ['change_email']);
    await mailLink(deps, tx, { userId, purpose: 'change_email', email });
    return { code: 'asked' };
  });

async function isOfSomebodyElse(db: Queryable, { id }: UserRow, email: string): Promise<boolean> {
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', nameKey(email))
    .where('id', '!=', id)
    .executeTakeFirst();
  return other !== undefined;
}
