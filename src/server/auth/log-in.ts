import type { LoginRequest } from '#contract/account.ts';
import type { Deps } from '#server/deps.ts';
import { hasSecondFactor } from '#server/http/has-second-factor.ts';
import { checkCode } from './check-code.ts';
import { checkPassword } from './check-password.ts';
import { accountSubject, addressSubject, forgetFailures } from './login-lock.ts';
import type { ProvenUser } from './open-session.ts';
import { findUserByName } from './queries.ts';

/**
 * `logged_in`; `login_failed` whichever part was wrong; `second_factor_needed` for the right password without the code that
 * the account wants beside it; `too_many_requests` while account or address are locked, right or wrong.
 */
export type Login =
  | ({ readonly code: 'logged_in' } & ProvenUser)
  | { readonly code: 'login_failed' | 'second_factor_needed' | 'too_many_requests' };

/**
 * Proves who somebody is, by user name or e-mail address, password, and a code where the account has a second factor. A
 * failure costs the same work whether the user exists. Failures are forgotten after the last proof, not after the password:
 * else whoever knows it could guess codes without an end.
 */
export async function logIn(deps: Deps, { username, password, code }: LoginRequest, address: string): Promise<Login> {
  const user = await findUserByName(deps.db.read, username);
  const account = accountSubject(username, user?.id);
  const subjects = [account, addressSubject(address, deps.config.rateLimitFactor)] as const;
  const check = await checkPassword(deps, subjects, { password, passwordHash: user?.password_hash });
  if (check === 'locked') return { code: 'too_many_requests' };
  if (check === 'wrong' || !user) return { code: 'login_failed' };
  const isCodeProven = await hasSecondFactor(deps.db.read, user.id);
  if (isCodeProven) {
    if (code === undefined || code === '') return { code: 'second_factor_needed' };
    const codeCheck = await checkCode(deps, subjects, { userId: user.id, code });
    if (codeCheck !== 'right') return { code: codeCheck === 'wrong' ? 'login_failed' : 'too_many_requests' };
  }
  await forgetFailures(deps.db.write, account);
  return { code: 'logged_in', user, isCodeProven };
}
