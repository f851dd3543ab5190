import {
  revokeAccess,
  findUser,
  hashUntagged,
  hashPassword,
  verifyPassword,
  replacePasswordHash,
  type Caller,
} from '#server/auth/index.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { CurrentUser } from '#server/http/current-user.ts';
import { newId } from '#server/ids.ts';
import { ownerAllowance, takeMailAllowance } from '#server/mail/mail-allowance.ts';
import { enqueue } from '#server/outbox/enqueue.ts';

export type PasswordChange = { readonly code: 'changed' | 'password_wrong' | 'too_many_requests' };

/**
 * Changes a password, and ends the sessions, known devices and pending links of the account (`revokeAccess`), because they may
 * be a stranger's. The session and device in use stay.
 */
export async function changePassword(
  deps: Deps,
  current: CurrentUser,
  { password, newPassword }: { readonly password: string; readonly newPassword: string },
  { address, deviceToken }: Caller,
): Promise<PasswordChange> {
  const { id: userId, token_hash: tokenHash } = current;
  const user = await findUser(deps.db.read, userId);
  if (!user) return { code: 'password_wrong' };
  const proof = await verifyPassword(deps, current, { password, passwordHash: user.password_hash, address });
  if (proof.code !== 'proven') return { code: proof.code };
  const change = { from: user.password_hash, to: await hashPassword(deps, newPassword, address) };
  return inTransaction(deps.db, async (tx) => {
    if (!(await replacePasswordHash(tx, userId, change))) return { code: 'password_wrong' }; // changed since it was checked
    await revokeAccess(deps, tx, userId, { tokenHash, deviceToken });
    await notifyOwner(deps, tx, user);
    return { code: 'changed' };
  });
}

/** Notifies the owner within the mail allowance, because an unconfirmed address may belong to a stranger. */
async function notifyOwner(deps: Deps, tx: Tx, { id: userId, email }: UserRow): Promise<void> {
  const mail = { kind: 'password_changed', keys: [hashUntagged(email)], allowance: ownerAllowance };
  if (!(await takeMailAllowance(deps, tx, mail))) return;
  const dedupeKey = `password_changed:${newId('out', deps.random)}`;
  await enqueue(deps, tx, { kind: 'password_changed', dedupeKey, payload: { userId } });
}
