import type { Deps } from '#server/deps.ts';
import { hasSecondFactor } from '#server/http/has-second-factor.ts';
import {
  accountSubject,
  addressSubject,
  forgetFailures,
  isAnyLocked,
  noteFailure,
  type LockSubject,
} from './login-lock.ts';
import { isPassword } from './password.ts';

/** What a guess turned out to be; `locked` while account or address are locked, and then nobody learns whether it was right. */
export type GuessCheck = 'right' | 'wrong' | 'locked';

/** Compares a password with a hash, where guesses are counted. */
export const checkPassword = (
  deps: Deps,
  subjects: readonly [account: LockSubject, address: LockSubject],
  { password, passwordHash }: { readonly password: string; readonly passwordHash: string | undefined },
): Promise<GuessCheck> => checkGuess(deps, subjects, () => isPassword(password, passwordHash));

/** Lets somebody guess a secret, and notes a wrong guess as a failed login of both subjects. */
export async function checkGuess(
  deps: Deps,
  subjects: readonly [account: LockSubject, address: LockSubject],
  isRight: () => Promise<boolean>,
): Promise<GuessCheck> {
  const isLocked = (): Promise<boolean> => isAnyLocked(deps.db.read, subjects, deps.clock.now());
  if (await isLocked()) return 'locked';
  if (!(await isRight())) return (await noteFailure(deps, subjects)) ? 'wrong' : 'locked';
  return (await isLocked()) ? 'locked' : 'right'; // of many guesses at once, this one may have come after the last that counts
}

/** Whose guesses are counted together when somebody who is signed in proves who they are. */
export const subjectsOf = (
  { config }: Deps,
  userId: string,
  address: string,
): readonly [account: LockSubject, address: LockSubject] => [
  accountSubject(userId, userId),
  addressSubject(address, config.rateLimitFactor),
];

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
  const subjects = subjectsOf(deps, user.id, address);
  const check = await checkPassword(deps, subjects, { password, passwordHash: user.password_hash });
  if (check !== 'right') return { code: check === 'wrong' ? 'password_wrong' : 'too_many_requests' };
  const needsCode = await hasSecondFactor(deps.db.read, user.id); // then a password alone must not buy new guesses at the code
  if (!needsCode) await forgetFailures(deps.db.write, subjects[0]);
  return { code: 'proven' };
}
