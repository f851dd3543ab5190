import {
  checkGuess,
  deleteSessionsOf,
  hashRecoveryCodes,
  holdAccount,
  newRecoveryCodes,
  subjectsOf,
  timeStepOf,
} from '#server/auth/index.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { CurrentUser } from '#server/http/current-user.ts';

/** `confirmed`, with the codes for a lost authenticator, which nobody can tell again; or why the code did not do. */
export type SecondFactorConfirmation =
  | { readonly code: 'confirmed'; readonly recoveryCodes: string[] }
  | { readonly code: 'code_wrong' | 'too_many_requests' };

/**
 * Puts a second factor in force by its first code, which is used up by it. Sessions that began with the password alone end,
 * but for the one that has proven the code now.
 */
export async function confirmSecondFactor(
  deps: Deps,
  user: CurrentUser,
  code: string,
  address: string,
): Promise<SecondFactorConfirmation> {
  const secret = await findUnconfirmedSecret(deps, user.id);
  if (secret === undefined) return { code: 'code_wrong' }; // nothing to guess, so no guess either
  const step = timeStepOf(secret, code, deps.clock.now());
  const check = await checkGuess(deps, subjectsOf(deps, user.id, address), async () => step !== undefined);
  if (check === 'locked') return { code: 'too_many_requests' };
  if (check === 'wrong' || step === undefined) return { code: 'code_wrong' };
  const recoveryCodes = newRecoveryCodes(deps.random);
  const isConfirmed = await putInForce(deps, user, { secret, step, recoveryCodes });
  return isConfirmed ? { code: 'confirmed', recoveryCodes } : { code: 'code_wrong' };
}

async function findUnconfirmedSecret({ db }: Deps, userId: string): Promise<string | undefined> {
  const factor = await db.read
    .selectFrom('second_factors')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return factor?.secret;
}

/**
 * One conditional update: of two confirmations at once one has its recovery codes kept, and tells them. The account is held, so
 * that a login by the password alone either began its session before, and loses it here, or sees the factor.
 */
const putInForce = (
  { db, clock }: Deps,
  user: CurrentUser,
  proven: { readonly secret: string; readonly step: number; readonly recoveryCodes: readonly string[] },
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    if (!(await holdAccount(tx, user.id))) return false;
    const { numUpdatedRows } = await tx
      .updateTable('second_factors')
      .set({
        confirmed_at: clock.now().toISOString(),
        last_step: proven.step,
        recovery_hashes: hashRecoveryCodes(proven.recoveryCodes),
      })
      .where('user_id', '=', user.id)
      .where('secret', '=', proven.secret)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await deleteSessionsOf(tx, user.id, user.token_hash);
    return true;
  });
