import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { endLinks } from './mail-link.ts';
import { deleteSessionsOf } from './queries.ts';

/**
 * Ends what somebody may have begun who knew an account's password before it was replaced: its sessions, but the one that
 * replaced it, and the links that are under way.
 */
export async function endOldAccess(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  userId: string,
  keptTokenHash?: string,
): Promise<void> {
  await deleteSessionsOf(tx, userId, keptTokenHash);
  await endLinks(deps, tx, userId, ['reset_password', 'change_email']);
}
