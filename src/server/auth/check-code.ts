import type { Deps } from '#server/deps.ts';
import { timeStepOf } from './authenticator.ts';
import { checkGuess, subjectsOf, type GuessCheck } from './check-password.ts';
import type { LockSubject } from './login-lock.ts';
import { takeRecoveryCode } from './recovery-codes.ts';

/** Checks a code of an account whose second factor is in force, and uses it up. Wrong ones count as failed logins. */
export const checkCode = (
  deps: Deps,
  subjects: readonly [account: LockSubject, address: LockSubject],
  { userId, code }: { readonly userId: string; readonly code: string },
): Promise<GuessCheck> => checkGuess(deps, subjects, () => takeCode(deps, userId, code));

/** Whether somebody who is signed in may go on: they have a code, they have none, or there were too many guesses. */
export type CodeProof = { readonly code: 'proven' | 'code_wrong' | 'too_many_requests' };

/** Asks somebody who is signed in for a code of their authenticator, or a recovery code; either is used up by it. */
export async function proveCode(deps: Deps, userId: string, code: string, address: string): Promise<CodeProof> {
  const check = await checkCode(deps, subjectsOf(deps, userId, address), { userId, code });
  if (check === 'right') return { code: 'proven' };
  return { code: check === 'wrong' ? 'code_wrong' : 'too_many_requests' };
}

const takeCode = async (deps: Deps, userId: string, code: string): Promise<boolean> =>
  (await takeStep(deps, userId, code)) || takeRecoveryCode(deps, userId, code);

/** Uses up the time step of a code and all before it, by one conditional update: no code is good twice. */
async function takeStep({ db, clock }: Deps, userId: string, code: string): Promise<boolean> {
  const factor = await db.read
    .selectFrom('second_factors')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const step = factor && timeStepOf(factor.secret, code, clock.now());
  if (step === undefined) return false;
  const { numUpdatedRows } = await db.write
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', factor?.secret ?? '')
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
