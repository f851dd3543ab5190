import {
  endOldAccess,
  findUser,
  hashOfName,
  hashPassword,
  provePassword,
  replacePasswordHash,
} from '#server/auth/index.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { CurrentUser } from '#server/http/current-user.ts';
import { newId } from '#server/ids.ts';
import { ownersAllowance, takeUnaskedMail } from '#server/mail/unasked-mail.ts';
import { enqueue } from '#server/outbox/enqueue.ts';

/** `changed`, and every other device is signed out; or nothing happened. */
export type PasswordChange = { readonly code: 'changed' | 'password_wrong' | 'too_many_requests' };

/** Changes a password. What somebody may have begun who knew the old one ends: other sessions, and links that are under way. */
export async function changePassword(
  deps: Deps,
  { id: userId, token_hash: tokenHash }: CurrentUser,
  { password, newPassword }: { readonly password: string; readonly newPassword: string },
  address: string,
): Promise<PasswordChange> {
  const user = await findUser(deps.db.read, userId);
  if (!user) return { code: 'password_wrong' };
  const proof = await provePassword(deps, user, password, address);
  if (proof.code !== 'proven') return { code: proof.code };
  const change = { from: user.password_hash, to: await hashPassword(newPassword) };
  return inTransaction(deps.db, async (tx) => {
    if (!(await replacePasswordHash(tx, userId, change))) return { code: 'password_wrong' }; // it was changed meanwhile
    await endOldAccess(deps, tx, userId, tokenHash);
    await tellOwner(deps, tx, user);
    return { code: 'changed' };
  });
}

/** The first changes of a day are mailed: an address that nobody confirmed may be a stranger's, who is not to be flooded. */
async function tellOwner(deps: Deps, tx: Tx, { id: userId, email }: UserRow): Promise<void> {
  const mail = { kind: 'password_changed', keys: [hashOfName(email)], allowance: ownersAllowance };
  if (!(await takeUnaskedMail(deps, tx, mail))) return;
  const dedupeKey = `password_changed:${newId('out', deps.random)}`;
  await enqueue(deps, tx, { kind: 'password_changed', dedupeKey, payload: { userId } });
}
