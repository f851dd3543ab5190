import type { LoginRequest } from '#contract/account.ts';
import type { UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { checkPassword } from './check-password.ts';
import { accountSubject, addressSubject, forgetFailures } from './login-lock.ts';
import { findUserByName } from './queries.ts';

/** `logged_in`; `login_failed` whichever part was wrong; `too_many_requests` while account or address are locked, right or wrong. */
export type Login =
  | { readonly code: 'logged_in'; readonly user: UserRow }
  | { readonly code: 'login_failed' | 'too_many_requests' };

/** Proves who somebody is, by user name or e-mail address and password. A failure costs the same work whether the user exists. */
export async function logIn(deps: Deps, { username, password }: LoginRequest, address: string): Promise<Login> {
  const user = await findUserByName(deps.db.read, username);
  const account = accountSubject(username, user?.id);
  const subjects = [account, addressSubject(address, deps.config.rateLimitFactor)] as const;
  const check = await checkPassword(deps, subjects, { password, passwordHash: user?.password_hash });
  if (check === 'locked') return { code: 'too_many_requests' };
  if (check === 'wrong' || !user) return { code: 'login_failed' };
  await forgetFailures(deps.db.write, account);
  return { code: 'logged_in', user };
}
