import { tokensMax, type TokenRequest } from '#contract/admin/tokens.ts';
import { findUser, lockAccount, verifyPassword, type Caller } from '#server/auth/index.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { hashToken, type CurrentUser } from '#server/http/current-user.ts';
import { newId } from '#server/ids.ts';
import { recordAction } from '#server/staff/index.ts';
import { newApiToken } from './token-text.ts';

/** The token can be shown only now, because only its hash is stored. */
export type MadeToken =
  | { readonly code: 'made'; readonly id: string; readonly token: string }
  | { readonly code: 'password_wrong' | 'too_many_requests' | 'too_many_tokens' | 'forbidden' };

/** Makes an API token with the rights of a staff member, who enters the password again. */
export async function makeToken(
  deps: Deps,
  current: CurrentUser,
  { name, days, password, reason }: TokenRequest,
  { address }: Caller,
): Promise<MadeToken> {
  const user = await findUser(deps.db.read, current.id);
  if (!user) return { code: 'forbidden' };
  const proof = await verifyPassword(deps, current, { password, passwordHash: user.password_hash, address });
  if (proof.code !== 'proven') return { code: proof.code };
  const token = newApiToken(deps.random);
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockAccount(tx, user.id))) return { code: 'forbidden' };
    const locked = await findUser(tx, user.id);
    if (!locked || locked.staff_role === null) return { code: 'forbidden' }; // removed from the team since
    if (locked.password_hash !== user.password_hash) return { code: 'password_wrong' }; // changed since it was checked
    const others = await tx.selectFrom('api_tokens').select('id').where('user_id', '=', user.id).execute();
    if (others.length >= tokensMax) return { code: 'too_many_tokens' };
    const id = newId('tok', deps.random);
    const now = deps.clock.now();
    const expiresAt = new Date(now.getTime() + Number(days) * dayMs).toISOString();
    await tx
      .insertInto('api_tokens')
      .values({
        id,
        user_id: user.id,
        name,
        token_hash: hashToken(token),
        password_tag: hashToken(user.password_hash),
        created_at: now.toISOString(),
        expires_at: expiresAt,
        last_used_at: null,
      })
      .execute();
    const subject = { kind: 'token', id } as const;
    await recordAction(deps, tx, { actor: locked, action: 'token_made', subject, after: { name, expiresAt }, reason });
    return { code: 'made', id, token };
  });
}

const dayMs = 24 * 60 * 60 * 1000;
