import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { DeviceResponse } from '#contract/account/account-settings.ts';
import { endOtherSessions, lockAccount, sessionsMax, type Caller, type SessionOwner } from '#server/auth/index.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { SessionRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { CurrentUser } from '#server/http/current-user.ts';

/** A donor's signed-in devices: the current one first, then by last use. */
export async function listDevices(deps: Deps, user: SessionOwner): Promise<DeviceResponse[]> {
  const sessions = await findSessions(deps, user);
  return sessions.map((session) => ({
    id: deviceId(session.token_hash),
    device: session.device,
    createdAt: session.created_at,
    seenAt: session.seen_at,
    isCurrent: session.token_hash === user.token_hash,
  }));
}

/** The sessions of an account that have not expired: the current one first. Older databases can have more than the maximum. */
const findSessions = ({ db, clock }: Deps, user: SessionOwner): Promise<SessionRow[]> =>
  db.read
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('expires_at', '>', clock.now().toISOString())
    .orderBy(sql`token_hash = ${user.token_hash}`, 'desc')
    .orderBy('seen_at', 'desc')
    .orderBy('token_hash')
    .limit(sessionsMax)
    .execute();

export type DeviceEnd = { readonly code: 'ended'; readonly isCurrent: boolean } | { readonly code: 'device_unknown' };

/** Signs out one of the donor's own devices. */
export async function endDevice(deps: Deps, user: CurrentUser, id: string): Promise<DeviceEnd> {
  const sessions = await findSessions(deps, user);
  const session = sessions.find(({ token_hash: tokenHash }) => deviceId(tokenHash) === id);
  if (!session) return { code: 'device_unknown' };
  await deps.db.write.deleteFrom('sessions').where('token_hash', '=', session.token_hash).execute();
  return { code: 'ended', isCurrent: session.token_hash === user.token_hash };
}

/** Signs out and forgets all devices except the current one, and returns how many were signed in. */
export async function endOtherDevices(
  { db, clock }: Deps,
  { id, token_hash: tokenHash }: CurrentUser,
  { deviceToken }: Caller,
): Promise<number> {
  const ended = await inTransaction(db, async (tx) => {
    await lockAccount(tx, id); // first, as a login does
    return endOtherSessions(tx, id, { tokenHash, deviceToken });
  });
  const now = clock.now().toISOString();
  return ended.filter(({ expires_at: expiresAt }) => expiresAt > now).length;
}

/** A session's public id: 132 bits that reveal neither the token nor its stored hash. */
const deviceId = (tokenHash: string): string => createHash('sha256').update(tokenHash).digest('base64url').slice(0, 22);
