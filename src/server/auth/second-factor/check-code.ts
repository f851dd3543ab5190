import type { Deps } from '#server/deps.ts';
import type { LockSubject } from '../login-lock.ts';
import { checkProof, checkGuess, type SessionOwner, type GuessCheck } from '../password/check-password.ts';
import { timeStepOf } from './authenticator.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { readSecret } from './stored-secret.ts';

/** Checks the code of a login to an account with a second factor, and uses it up. Wrong codes count as failed logins. */
export const checkCode = (
  deps: Deps,
  subjects: readonly LockSubject[],
  { userId, code }: { readonly userId: string; readonly code: string },
): Promise<GuessCheck> => checkGuess(deps, subjects, () => takeCode(deps, userId, code));

export type CodeProof = { readonly code: 'proven' | 'code_wrong' | 'too_many_requests' };

/** Checks an authenticator code or a recovery code of a signed-in user, and uses it up. */
export async function verifyCode(deps: Deps, owner: SessionOwner, code: string): Promise<CodeProof> {
  const check = await checkProof(deps, owner, () => takeCode(deps, owner.id, code));
  if (check === 'right') return { code: 'proven' };
  return { code: check === 'wrong' ? 'code_wrong' : 'too_many_requests' };
}

const takeCode = async (deps: Deps, userId: string, code: string): Promise<boolean> =>
  (await takeStep(deps, userId, code)) || takeRecoveryCode(deps, userId, code);

/** Uses up the time step of a code and all before it, in one conditional update, so that no code works twice. */
async function takeStep(deps: Deps, userId: string, code: string): Promise<boolean> {
  const { db, clock } = deps;
  const factor = await db.read
    .selectFrom('second_factors')
    .select(['user_id', 'secret'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const secret = factor && readSecret(deps, factor);
  const step = secret === undefined ? undefined : timeStepOf(secret, code, clock.now());
  if (!factor || step === undefined) return false;
  const { numUpdatedRows } = await db.write
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', factor.secret)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
