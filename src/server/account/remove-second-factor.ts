import { findUser, proveCode, provePassword } from '#server/auth/index.ts';
import type { Deps } from '#server/deps.ts';

/**
 * `removed`; `forbidden` for the administrator, where the configuration wants the second factor; or which proof did not do.
 * Without a factor in force every code is wrong.
 */
export type SecondFactorRemoval = {
  readonly code: 'removed' | 'forbidden' | 'password_wrong' | 'code_wrong' | 'too_many_requests';
};

/** Takes the second factor away, by password and code: whoever has one of the two alone does not get rid of the other. */
export async function removeSecondFactor(
  deps: Deps,
  userId: string,
  { password, code }: { readonly password: string; readonly code: string },
  address: string,
): Promise<SecondFactorRemoval> {
  const user = await findUser(deps.db.read, userId);
  if (!user) return { code: 'password_wrong' };
  if (user.role === 'admin' && deps.config.admin.needsSecondFactor) return { code: 'forbidden' };
  const known = await provePassword(deps, user, password, address);
  if (known.code !== 'proven') return { code: known.code };
  const proof = await proveCode(deps, userId, code, address);
  if (proof.code !== 'proven') return { code: proof.code };
  await deps.db.write.deleteFrom('second_factors').where('user_id', '=', userId).execute();
  return { code: 'removed' };
}
