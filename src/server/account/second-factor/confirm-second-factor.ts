import {
  checkProof,
  endOtherSessions,
  hashRecoveryCodes,
  lockAccount,
  newRecoveryCodes,
  readSecret,
  timeStepOf,
  type Caller,
  type StoredSecret,
} from '#server/auth/index.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { CurrentUser } from '#server/http/current-user.ts';

/** The recovery codes cannot be shown again: only their hashes are stored. */
export type SecondFactorConfirmation =
  | { readonly code: 'confirmed'; readonly recoveryCodes: string[] }
  | { readonly code: 'code_wrong' | 'too_many_requests' };

/**
 * Turns on a second factor with its first code, and uses up the code. Ends what the password alone has opened: every other
 * session and known device.
 */
export async function confirmSecondFactor(
  deps: Deps,
  user: CurrentUser,
  code: string,
  { deviceToken }: Caller,
): Promise<SecondFactorConfirmation> {
  const stored = await findUnconfirmedSecret(deps, user.id);
  const secret = stored && readSecret(deps, stored);
  if (!stored || secret === undefined) return { code: 'code_wrong' }; // nothing to guess, so not counted as a guess
  const step = timeStepOf(secret, code, deps.clock.now());
  const check = await checkProof(deps, user, async () => step !== undefined);
  if (check === 'locked') return { code: 'too_many_requests' };
  if (check === 'wrong' || step === undefined) return { code: 'code_wrong' };
  const recoveryCodes = newRecoveryCodes(deps.random);
  const isConfirmed = await turnOn(deps, user, deviceToken, { stored, step, recoveryCodes });
  return isConfirmed ? { code: 'confirmed', recoveryCodes } : { code: 'code_wrong' };
}

const findUnconfirmedSecret = ({ db }: Deps, userId: string): Promise<StoredSecret | undefined> =>
  db.read
    .selectFrom('second_factors')
    .select(['user_id', 'secret'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();

/**
 * One conditional update, so that only one of two simultaneous confirmations stores and returns its recovery codes. The account
 * is locked, so that a login with the password alone either opened its session before, and loses it here, or sees the factor.
 */
const turnOn = (
  { db, clock }: Deps,
  user: CurrentUser,
  deviceToken: string | undefined,
  proven: { readonly stored: StoredSecret; readonly step: number; readonly recoveryCodes: readonly string[] },
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    if (!(await lockAccount(tx, user.id))) return false;
    const { numUpdatedRows } = await tx
      .updateTable('second_factors')
      .set({
        confirmed_at: clock.now().toISOString(),
        last_step: proven.step,
        recovery_hashes: hashRecoveryCodes(proven.recoveryCodes),
      })
      .where('user_id', '=', user.id)
      .where('secret', '=', proven.stored.secret)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await endOtherSessions(tx, user.id, { tokenHash: user.token_hash, deviceToken });
    return true;
  });
