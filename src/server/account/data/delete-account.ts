import { isFirstAdministrator } from '#domain/staff/first-administrator.ts';
import { findUser, lockAccount, verifyPassword, type Caller } from '#server/auth/index.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { CurrentUser } from '#server/http/current-user.ts';
import { leaveTeam } from '#server/staff/index.ts';
import { eraseAccount } from './erase-account.ts';

/**
 * `deleted` even when the account was deleted before; `forbidden` for the first administrator's account, `last_owner` for the
 * last Owner's.
 */
export type AccountDeletion = {
  readonly code: 'deleted' | 'forbidden' | 'last_owner' | 'password_wrong' | 'too_many_requests';
};

/** Deletes an account with its personal data (`eraseAccount`) at its owner's request. */
export async function deleteAccount(
  deps: Deps,
  current: CurrentUser,
  password: string,
  { address }: Caller,
): Promise<AccountDeletion> {
  const { id: userId } = current;
  const user = await findUser(deps.db.read, userId);
  if (!user) return { code: 'deleted' };
  if (isFirstAdministrator(user)) return { code: 'forbidden' };
  const { code } = await verifyPassword(deps, current, { password, passwordHash: user.password_hash, address });
  if (code !== 'proven') return { code };
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockAccount(tx, userId))) return { code: 'deleted' };
    const locked = await findUser(tx, userId);
    if (locked?.password_hash !== user.password_hash) return { code: 'password_wrong' }; // changed since it was checked
    if (!(await leaveTeam(deps, tx, locked))) return { code: 'last_owner' };
    await eraseAccount(deps, tx, locked.id);
    return { code: 'deleted' };
  });
}
