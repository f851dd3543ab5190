import type { Deps } from '#server/deps.ts';
import { hasSecondFactor } from '#server/http/current-user.ts';
import {
  accountSubject,
  addressSubject,
  clearFailures,
  isAnyLocked,
  recordFailure,
  type LockSubject,
} from '../login-lock.ts';
import { whenHashing } from './password.ts';

/** `locked` while the account or the address is locked; it hides whether the guess was right. */
export type GuessCheck = 'right' | 'wrong' | 'locked';

/** A password that a caller claims to be that of an account. */
export interface PasswordGuess {
  readonly password: string;
  readonly passwordHash: string | undefined;
  /** The caller's. */
  readonly address: string;
}

/** Compares a password with a hash and counts a wrong one. The lock may begin while the guess waits to be hashed. */
export async function checkPassword(
  deps: Deps,
  subjects: readonly [account: LockSubject, address: LockSubject],
  { password, passwordHash, address }: PasswordGuess,
): Promise<GuessCheck> {
  if (await isAnyLocked(deps.db.read, subjects, deps.clock.now())) return 'locked';
  return whenHashing(deps, address, (hasher) =>
    checkGuess(deps, subjects, () => hasher.isPassword(password, passwordHash)),
  );
}

/** Checks a guess at a secret, and counts a wrong one as a failed login of both subjects. */
export async function checkGuess(
  deps: Deps,
  subjects: readonly [account: LockSubject, address: LockSubject],
  isRight: () => Promise<boolean>,
): Promise<GuessCheck> {
  const isLocked = (): Promise<boolean> => isAnyLocked(deps.db.read, subjects, deps.clock.now());
  if (await isLocked()) return 'locked';
  if (!(await isRight())) return (await recordFailure(deps, subjects)) ? 'wrong' : 'locked';
  return (await isLocked()) ? 'locked' : 'right'; // other guesses may have reached the limit while this one was checked
}

/** The account and the address that count the failures when a signed-in user proves their identity again. */
export const guessSubjects = (
  { config }: Deps,
  userId: string,
  address: string,
): readonly [account: LockSubject, address: LockSubject] => [
  accountSubject(userId, userId),
  addressSubject(address, config.rateLimitFactor),
];

export type PasswordProof = { readonly code: 'proven' | 'password_wrong' | 'too_many_requests' };

/**
 * Checks the password of a signed-in user again. Wrong ones count as failed logins, so that a stolen session allows no more
 * guesses than the login form.
 */
export async function verifyPassword(
  deps: Deps,
  user: { readonly id: string; readonly password_hash: string },
  password: string,
  address: string,
): Promise<PasswordProof> {
  const subjects = guessSubjects(deps, user.id, address);
  const check = await checkPassword(deps, subjects, { password, passwordHash: user.password_hash, address });
  if (check !== 'right') return { code: check === 'wrong' ? 'password_wrong' : 'too_many_requests' };
  const needsCode = await hasSecondFactor(deps.db.read, user.id); // with one, the password alone must not reset the count of wrong codes
  if (!needsCode) await clearFailures(deps.db.write, subjects[0]);
  return { code: 'proven' };
}
