import { isFirstAdministrator } from '#domain/staff/first-administrator.ts';
import {
  endLinks,
  findUser,
  hashUntagged,
  lockProvenAccount,
  mailLink,
  nameKey,
  verifyPassword,
  type Caller,
} from '#server/auth/index.ts';
import type { Queryable } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { CurrentUser } from '#server/http/current-user.ts';
import { ownerAllowance, takeMailAllowance } from '#server/mail/mail-allowance.ts';

/**
 * `requested`: a link is on its way to the new address. `forbidden` for the first administrator, whose address comes from the
 * configuration. `locked` after too many wrong passwords, `too_many_mails` after too many links.
 */
export type EmailChange = {
  readonly code: 'requested' | 'forbidden' | 'password_wrong' | 'email_taken' | 'locked' | 'too_many_mails';
};

/** Emails a link to a new address, which replaces the old one when the link is used. */
export async function changeEmail(
  deps: Deps,
  current: CurrentUser,
  { email, password }: { readonly email: string; readonly password: string },
  { address }: Caller,
): Promise<EmailChange> {
  const user = await findUser(deps.db.read, current.id);
  if (!user) return { code: 'password_wrong' };
  if (isFirstAdministrator(user)) return { code: 'forbidden' };
  const { code } = await verifyPassword(deps, current, { password, passwordHash: user.password_hash, address });
  if (code !== 'proven') return { code: code === 'password_wrong' ? code : 'locked' };
  if (nameKey(email) === nameKey(deps.config.admin.email)) return { code: 'email_taken' };
  if (await isTakenByOther(deps.db.read, user, email)) return { code: 'email_taken' };
  return mailChangeLink(deps, user, email);
}

/**
 * Ends an earlier request, so that a mistyped address cannot take over the account. Refused if the password has changed since
 * it was checked: a reset ends the links that change the address, and a request from before it must not create another.
 */
const mailChangeLink = (deps: Deps, user: UserRow, email: string): Promise<EmailChange> =>
  inTransaction(deps.db, async (tx) => {
    const { id: userId } = user;
    if (!(await lockProvenAccount(tx, user))) return { code: 'password_wrong' }; // first, as in `takeLink`, to avoid deadlocks
    const keys = [userId, hashUntagged(email)]; // counted per address too, so that many accounts cannot flood one address
    const mail = { kind: 'change_email', keys, allowance: ownerAllowance };
    if (!(await takeMailAllowance(deps, tx, mail))) return { code: 'too_many_mails' };
    await endLinks(deps, tx, userId, ['change_email']);
    await mailLink(deps, tx, { userId, purpose: 'change_email', email });
    return { code: 'requested' };
  });

async function isTakenByOther(db: Queryable, { id }: UserRow, email: string): Promise<boolean> {
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', nameKey(email))
    .where('id', '!=', id)
    .executeTakeFirst();
  return other !== undefined;
}
