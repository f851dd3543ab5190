import type { LoginRequest } from '#contract/account.ts';
import type { UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { accountSubject, addressSubject, forgetFailures, isLocked, noteFailure } from './login-lock.ts';
import { isPassword } from './password.ts';
import { findUserByName } from './queries.ts';

/** `logged_in`; `login_failed` whichever part was wrong; `too_many_requests` while account or address are locked, right or wrong. */
export type Login =
  | { readonly code: 'logged_in'; readonly user: UserRow }
  | { readonly code: 'login_failed' | 'too_many_requests' };

/** Proves who somebody is, by user name or e-mail address and password. A failure costs the same work whether the user exists. */
export async function logIn(deps: Deps, { username, password }: LoginRequest, address: string): Promise<Login> {
  const user = await findUserByName(deps.db.read, username);
  const account = accountSubject(username, user?.id);
  const subjects = [account, addressSubject(address, deps.config.rateLimitFactor)];
  const now = deps.clock.now();
  for (const subject of subjects) {
    if (await isLocked(deps.db.read, subject, now)) return { code: 'too_many_requests' };
  }
  if (await isPassword(password, user?.password_hash)) {
    const isFree = await forgetFailures(deps, account);
    return user && isFree ? { code: 'logged_in', user } : { code: 'too_many_requests' };
  }
  const isNoted = await noteFailure(deps, subjects);
  return { code: isNoted ? 'login_failed' : 'too_many_requests' };
}
