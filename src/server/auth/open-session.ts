import { inTransaction } from '#server/db/in-transaction.ts';
import type { UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { hashToken, sessionEnd } from '#server/http/current-user.ts';
import { hasSecondFactor } from '#server/http/has-second-factor.ts';
import { newToken } from '#server/tokens.ts';
import { holdProvenAccount } from './hold-account.ts';
import { insertSession } from './queries.ts';

/** Who has proven who they are: the account as it was then, and whether a code was proven beside the password. */
export interface ProvenUser {
  readonly user: UserRow;
  readonly isCodeProven: boolean;
}

/**
 * Begins a session on a device, and answers its new token of 256 bits; the table keeps a hash. Undefined when what was proven
 * does not do any more: the account was deleted meanwhile, its password was changed, or a second factor came into force. A
 * proof waits for its turn to be checked, and what ends an account's sessions cannot end those that are still to begin.
 */
export async function openSession(
  deps: Deps,
  { user, isCodeProven }: ProvenUser,
  device: string,
): Promise<string | undefined> {
  const token = newToken(deps.random);
  const now = deps.clock.now();
  const session = {
    token_hash: hashToken(token),
    user_id: user.id,
    created_at: now.toISOString(),
    seen_at: now.toISOString(),
    expires_at: sessionEnd(now),
    device: device.slice(0, 300),
  };
  return inTransaction(deps.db, async (tx) => {
    if (!(await holdProvenAccount(tx, user))) return undefined;
    if (!isCodeProven && (await hasSecondFactor(tx, user.id))) return undefined;
    await insertSession(tx, session);
    return token;
  });
}
