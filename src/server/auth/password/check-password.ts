import type { Deps } from '#server/deps.ts';
import { hasSecondFactor, type CurrentUser } from '#server/http/current-user.ts';
import { clearFailures, isAnyLocked, recordFailure, sessionSubject, type LockSubject } from '../login-lock.ts';
import { whenHashing, type PasswordHasher } from './password.ts';

/** `locked` if one of the subjects is locked, whether or not the guess was right. */
export type GuessCheck = 'right' | 'wrong' | 'locked';

/** The password that a caller entered for an account. */
export interface PasswordGuess {
  readonly password: string;
  readonly passwordHash: string | undefined;
}

/** Compares a password with a hash and counts a wrong one. Nothing is hashed while one of the subjects is locked. */
export const checkPassword = (
  deps: Deps,
  hasher: PasswordHasher,
  subjects: readonly LockSubject[],
  { password, passwordHash }: PasswordGuess,
): Promise<GuessCheck> => checkGuess(deps, subjects, () => hasher.isPassword(password, passwordHash));

/** Checks a guess at a secret, and counts a wrong one for every subject. */
export async function checkGuess(
  deps: Deps,
  subjects: readonly LockSubject[],
  isRight: () => Promise<boolean>,
): Promise<GuessCheck> {
  const isLocked = (): Promise<boolean> => isAnyLocked(deps.db.read, subjects, deps.clock.now());
  if (await isLocked()) return 'locked';
  if (!(await isRight())) return (await recordFailure(deps, subjects)) ? 'wrong' : 'locked';
  return (await isLocked()) ? 'locked' : 'right'; // other guesses may have reached the limit while this one was checked
}

/** A signed-in user, in one session. */
export type SessionOwner = Pick<CurrentUser, 'id' | 'token_hash'>;

/** Checks a proof of a signed-in user. A wrong one counts only against the session. */
export const checkProof = (
  deps: Deps,
  { token_hash: tokenHash }: SessionOwner,
  isRight: () => Promise<boolean>,
): Promise<GuessCheck> => checkGuess(deps, [sessionSubject(tokenHash)], isRight);

export type PasswordProof = { readonly code: 'proven' | 'password_wrong' | 'too_many_requests' };

/**
 * Checks the password of a signed-in user again. A stolen session allows no more guesses than the login form, and strangers'
 * guesses there never lock a session.
 */
export async function verifyPassword(
  deps: Deps,
  owner: SessionOwner,
  { address, ...guess }: PasswordGuess & { readonly address: string },
): Promise<PasswordProof> {
  const subject = sessionSubject(owner.token_hash);
  if (await isAnyLocked(deps.db.read, [subject], deps.clock.now())) return { code: 'too_many_requests' };
  const check = await whenHashing(deps, address, (hasher) => checkPassword(deps, hasher, [subject], guess));
  if (check !== 'right') return { code: check === 'wrong' ? 'password_wrong' : 'too_many_requests' };
  // With a second factor, the password alone must not reset the count of wrong codes.
  const needsCode = await hasSecondFactor(deps.db.read, owner.id);
  if (!needsCode) await clearFailures(deps.db.write, subject);
  return { code: 'proven' };
}
