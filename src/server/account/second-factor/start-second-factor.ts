import {
  authenticatorUri,
  encryptSecret,
  findUser,
  lockAccount,
  newSecret,
  verifyPassword,
  type Caller,
} from '#server/auth/index.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { SecondFactorRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { CurrentUser } from '#server/http/current-user.ts';

/** `forbidden` while a confirmed factor exists. */
export type SecondFactorStart =
  | { readonly code: 'started'; readonly secret: string; readonly uri: string }
  | { readonly code: 'forbidden' | 'password_wrong' | 'too_many_requests' };

/** Creates the secret of a second factor, which is off until its first code confirms it. Starting again creates a new secret. */
export async function startSecondFactor(
  deps: Deps,
  current: CurrentUser,
  password: string,
  { address }: Caller,
): Promise<SecondFactorStart> {
  const { id: userId } = current;
  const user = await findUser(deps.db.read, userId);
  if (!user) return { code: 'password_wrong' };
  const { code } = await verifyPassword(deps, current, { password, passwordHash: user.password_hash, address });
  if (code !== 'proven') return { code };
  const secret = newSecret(deps.random);
  const stored = encryptSecret(deps, userId, secret);
  const factor = { user_id: userId, secret: stored, confirmed_at: null, last_step: 0, recovery_hashes: '[]' };
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockAccount(tx, userId))) return { code: 'password_wrong' }; // deleted after this request was authenticated
    if (!(await saveUnconfirmed(tx, factor))) return { code: 'forbidden' };
    return { code: 'started', secret, uri: authenticatorUri(secret, user.username) };
  });
}

/** Replaces an unconfirmed factor; false when there is a confirmed one, which does not change. */
async function saveUnconfirmed(tx: Tx, factor: SecondFactorRow): Promise<boolean> {
  const saved = await tx
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
  return saved !== undefined;
}
