import type { LoginRequest } from '#contract/account/sign-in.ts';
import type { Deps } from '#server/deps.ts';
import { hasSecondFactor } from '#server/http/current-user.ts';
import { accountSubject, addressSubject, clearFailures } from '../login-lock.ts';
import { checkPassword } from '../password/check-password.ts';
import { whenHashing, type PasswordHasher } from '../password/password.ts';
import { checkCode } from '../second-factor/check-code.ts';
import { findUserByName } from '../users.ts';
import { findDeviceSubject, type Caller } from './known-devices.ts';
import type { ProvenUser } from './sessions.ts';

/**
 * - `login_failed`: an unknown user, a wrong password or a wrong code.
 * - `second_factor_needed`: the correct password without the code that the account requires.
 * - `too_many_requests`: even the correct password is refused, because the known device is locked; in any other browser,
 *   because the account or the address is locked.
 */
export type Login =
  | ({ readonly code: 'logged_in' } & ProvenUser)
  | { readonly code: 'login_failed' | 'second_factor_needed' | 'too_many_requests' };

/**
 * Reads nothing from the database until it is the turn of the caller's network, so logins that the queue refuses cost no reads.
 */
export const logIn = (deps: Deps, request: LoginRequest, caller: Caller): Promise<Login> =>
  whenHashing(deps, caller.address, (hasher) => checkLogin(deps, hasher, request, caller));

/**
 * Checks a username or email address, a password, and a code if the account has a second factor. A failure takes the same
 * work whether or not the user exists. Failures are cleared after the last check rather than after the password: otherwise
 * someone who knows the password could guess codes without limit.
 */
async function checkLogin(
  deps: Deps,
  hasher: PasswordHasher,
  { username, password, code }: LoginRequest,
  { address, deviceToken }: Caller,
): Promise<Login> {
  const user = await findUserByName(deps.db.read, username);
  const device = await findDeviceSubject(deps, user?.id, deviceToken);
  const account = accountSubject(username, user?.id);
  const subjects = device ? [device] : [account, addressSubject(address, deps.config.rateLimitFactor)];
  const check = await checkPassword(deps, hasher, subjects, { password, passwordHash: user?.password_hash });
  if (check === 'locked') return { code: 'too_many_requests' };
  if (check === 'wrong' || !user) return { code: 'login_failed' };
  const needsCode = await hasSecondFactor(deps.db.read, user.id);
  if (needsCode) {
    if (code === undefined || code === '') return { code: 'second_factor_needed' };
    const codeCheck = await checkCode(deps, subjects, { userId: user.id, code });
    if (codeCheck !== 'right') return { code: codeCheck === 'wrong' ? 'login_failed' : 'too_many_requests' };
  }
  await clearFailures(deps.db.write, device ?? account);
  return { code: 'logged_in', user, isCodeProven: needsCode };
}
