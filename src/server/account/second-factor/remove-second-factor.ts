import { findUser, verifyCode, verifyPassword, type Caller } from '#server/auth/index.ts';
import type { Deps } from '#server/deps.ts';
import { needsSecondFactor, type CurrentUser } from '#server/http/current-user.ts';

/** `forbidden` for staff who need a second factor. Without a confirmed factor, every code is wrong. */
export type SecondFactorRemoval = {
  readonly code: 'removed' | 'forbidden' | 'password_wrong' | 'code_wrong' | 'too_many_requests';
};

/** Turns off the second factor. Needs both password and code, so that neither alone is enough. */
export async function removeSecondFactor(
  deps: Deps,
  current: CurrentUser,
  { password, code }: { readonly password: string; readonly code: string },
  { address }: Caller,
): Promise<SecondFactorRemoval> {
  const user = await findUser(deps.db.read, current.id);
  if (!user) return { code: 'password_wrong' };
  if (needsSecondFactor(deps.config, user)) return { code: 'forbidden' };
  const passwordProof = await verifyPassword(deps, current, { password, passwordHash: user.password_hash, address });
  if (passwordProof.code !== 'proven') return { code: passwordProof.code };
  const proof = await verifyCode(deps, current, code);
  if (proof.code !== 'proven') return { code: proof.code };
  await deps.db.write.deleteFrom('second_factors').where('user_id', '=', user.id).execute();
  return { code: 'removed' };
}
