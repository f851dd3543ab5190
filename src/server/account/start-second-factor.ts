import { authenticatorUri, findUser, holdAccount, newSecret, provePassword } from '#server/auth/index.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { SecondFactorRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';

/** `started`, with what an authenticator is to be told; `forbidden` while another one is in force; or why the password did not do. */
export type SecondFactorStart =
  | { readonly code: 'started'; readonly secret: string; readonly uri: string }
  | { readonly code: 'forbidden' | 'password_wrong' | 'too_many_requests' };

/** Draws the secret of a second factor, which is not in force before its first code. Starting again draws another. */
export async function startSecondFactor(
  deps: Deps,
  userId: string,
  password: string,
  address: string,
): Promise<SecondFactorStart> {
  const user = await findUser(deps.db.read, userId);
  if (!user) return { code: 'password_wrong' };
  const { code } = await provePassword(deps, user, password, address);
  if (code !== 'proven') return { code };
  const secret = newSecret(deps.random);
  const factor = { user_id: userId, secret, confirmed_at: null, last_step: 0, recovery_hashes: '[]' };
  return inTransaction(deps.db, async (tx) => {
    if (!(await holdAccount(tx, userId))) return { code: 'password_wrong' }; // deleted since the request came in
    if (!(await keepUnconfirmed(tx, factor))) return { code: 'forbidden' };
    return { code: 'started', secret, uri: authenticatorUri(secret, user.username) };
  });
}

/** Keeps a factor in the place of one that was never confirmed; false when there is one in force, which stays as it is. */
async function keepUnconfirmed(tx: Tx, factor: SecondFactorRow): Promise<boolean> {
  const kept = await tx
    .insertInto('second_factors')
    .values(factor)
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret: factor.secret })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return kept !== undefined;
}
