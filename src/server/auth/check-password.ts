import type { Deps } from '#server/deps.ts';
import {
  accountSubject,
  addressSubject,
  forgetFailures,
  isAnyLocked,
  noteFailure,
  type LockSubject,
} from './login-lock.ts';
import { isPassword } from './password.ts';

/** What a password turned out to be; `locked` while account or address are locked, and then nobody learns whether it was right. */
export type PasswordCheck = 'right' | 'wrong' | 'locked';

/** Compares a password with a hash, where guesses are counted: a wrong one is noted as a failed login of both subjects. */
export async function checkPassword(
  deps: Deps,
  subjects: readonly [account: LockSubject, address: LockSubject],
  { password, passwordHash }: { readonly password: string; readonly passwordHash: string | undefined },
): Promise<PasswordCheck> {
  const isLocked = (): Promise<boolean> => isAnyLocked(deps.db.read, subjects, deps.clock.now());
  if (await isLocked()) return 'locked';
  if (!(await isPassword(password, passwordHash))) return (await noteFailure(deps, subjects)) ? 'wrong' : 'locked';
  return (await isLocked()) ? 'locked' : 'right'; // of many guesses at once, this one may have come after the last that counts
}

/** Whether somebody who is signed in may go on: they know their password, they do not, or there were too many guesses. */
export type PasswordProof = { readonly code: 'proven' | 'password_wrong' | 'too_many_requests' };

/**
 * Asks somebody who is signed in for their own password once more. Wrong ones count as failed logins of the account: whoever
 * has a stolen session guesses no more often than at the door.
 */
export async function provePassword(
  deps: Deps,
  user: { readonly id: string; readonly password_hash: string },
  password: string,
  address: string,
): Promise<PasswordProof> {
  const account = accountSubject(user.id, user.id);
  const subjects = [account, addressSubject(address, deps.config.rateLimitFactor)] as const;
  const check = await checkPassword(deps, subjects, { password, passwordHash: user.password_hash });
  if (check !== 'right') return { code: check === 'wrong' ? 'password_wrong' : 'too_many_requests' };
  await forgetFailures(deps.db.write, account);
  return { code: 'proven' };
}
