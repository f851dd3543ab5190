import { isFirstAdministrator } from '#domain/staff/first-administrator.ts';
import { findUser, isFailureOf, lockAccount, verifyPassword, type Caller } from '#server/auth/index.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { CurrentUser } from '#server/http/current-user.ts';
import { forgetMails } from '#server/mail/mail-allowance.ts';
import { anonymizeDonations } from '#server/donations/index.ts';
import { endPlansOf } from '#server/recurring/index.ts';
import { leaveTeam } from '#server/staff/index.ts';
import { linkKeys } from './own-mails.ts';

/** `deleted` also when the account was deleted already; `forbidden` for the first administrator's account, `last_owner` for the last Owner's. */
export type AccountDeletion = {
  readonly code: 'deleted' | 'forbidden' | 'last_owner' | 'password_wrong' | 'too_many_requests';
};

/**
 * Deletes an account and all its personal data. Donations stay in the ledger without the person (spec-readings, Accounts),
 * plans end, and a newsletter subscription of the address continues.
 */
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
    await endPlansOf(deps, tx, locked.id);
    await deleteRows(tx, locked);
    return { code: 'deleted' };
  });
}

/** The user's row goes last, because the others refer to it. */
async function deleteRows(tx: Tx, { id }: UserRow): Promise<void> {
  await anonymizeDonations(tx, id);
  await deleteMails(tx, id);
  await tx.deleteFrom('mail_links').where('user_id', '=', id).execute();
  await tx.deleteFrom('second_factors').where('user_id', '=', id).execute();
  await tx.deleteFrom('login_failures').where(isFailureOf(id)).execute();
  await tx.deleteFrom('sessions').where('user_id', '=', id).execute();
  await tx.deleteFrom('known_devices').where('user_id', '=', id).execute();
  // Counts under the address stay, or deleting and registering again could flood it.
  await forgetMails(tx, id);
  await tx.deleteFrom('users').where('id', '=', id).execute();
}

/** Removes the account's emails from the outbox, sent or not: their payloads contain its addresses and link tokens. */
async function deleteMails(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('outbox').where('dedupe_key', 'in', linkKeys(tx, userId)).execute();
  await tx.deleteFrom('outbox').where('about', '=', userId).execute();
}
