import { findUser, holdAccount, provePassword } from '#server/auth/index.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { removeDonor } from '#server/donations/index.ts';
import { endPlansOf } from '#server/recurring/index.ts';
import { linkKeys } from './own-mails.ts';

/** `deleted`, also when another device was faster; `forbidden` for the administrator's account; or why the password did not do. */
export type AccountDeletion = { readonly code: 'deleted' | 'forbidden' | 'password_wrong' | 'too_many_requests' };

/**
 * Deletes an account, and everything personal with it. Donations stay in the books without the person (rulings, Accounts),
 * monthly gifts end, and a newsletter that the address asked for stays its own matter.
 */
export async function deleteAccount(
  deps: Deps,
  userId: string,
  password: string,
  address: string,
): Promise<AccountDeletion> {
  const user = await findUser(deps.db.read, userId);
  if (!user) return { code: 'deleted' };
  if (user.role === 'admin') return { code: 'forbidden' };
  const { code } = await provePassword(deps, user, password, address);
  if (code !== 'proven') return { code };
  return inTransaction(deps.db, async (tx) => {
    if (!(await holdAccount(tx, userId))) return { code: 'deleted' };
    const held = await findUser(tx, userId);
    if (held?.password_hash !== user.password_hash) return { code: 'password_wrong' }; // it was changed meanwhile
    await endPlansOf(deps, tx, held.id);
    await deleteRows(tx, held);
    return { code: 'deleted' };
  });
}

/** The user's row goes last: it is what the others point at. */
async function deleteRows(tx: Tx, { id }: UserRow): Promise<void> {
  await removeDonor(tx, id);
  await deleteMails(tx, id);
  await tx.deleteFrom('mail_links').where('user_id', '=', id).execute();
  await tx.deleteFrom('second_factors').where('user_id', '=', id).execute();
  await tx.deleteFrom('sessions').where('user_id', '=', id).execute();
  await tx.deleteFrom('login_failures').where('subject', '=', id).execute();
  // What was counted under an address stays its day: else deleting and registering again would flood that address.
  await tx.deleteFrom('unasked_mails').where('subject', 'like', `mail:%:${id}`).execute();
  await tx.deleteFrom('users').where('id', '=', id).execute();
}

/** Mails to the account leave the outbox, waiting or sent: their payloads have its addresses and the tokens of its links. */
async function deleteMails(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('outbox').where('dedupe_key', 'in', linkKeys(tx, userId)).execute();
  await tx.deleteFrom('outbox').where('about', '=', userId).execute();
}
