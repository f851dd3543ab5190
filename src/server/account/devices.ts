import { createHash } from 'node:crypto';
import type { DeviceAnswer } from '#contract/account-settings.ts';
import { deleteSessionsOf } from '#server/auth/index.ts';
import type { Deps } from '#server/deps.ts';
import type { CurrentUser } from '#server/http/current-user.ts';

/** A donor's signed-in devices: the current one first, then by last use. */
export async function listDevices({ db, clock }: Deps, user: CurrentUser): Promise<DeviceAnswer[]> {
  const sessions = await db.read
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('expires_at', '>', clock.now().toISOString())
    .orderBy('seen_at', 'desc')
    .orderBy('token_hash')
    .execute();
  const devices = sessions.map((session) => ({
    id: deviceId(session.token_hash),
    device: session.device,
    createdAt: session.created_at,
    seenAt: session.seen_at,
    isCurrent: session.token_hash === user.token_hash,
  }));
  return devices.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
}

export type DeviceEnd = { readonly code: 'ended'; readonly isCurrent: boolean } | { readonly code: 'device_unknown' };

/** Signs out one of the donor's own devices. */
export async function endDevice({ db }: Deps, user: CurrentUser, id: string): Promise<DeviceEnd> {
  const sessions = await db.read.selectFrom('sessions').select('token_hash').where('user_id', '=', user.id).execute();
  const session = sessions.find(({ token_hash: tokenHash }) => deviceId(tokenHash) === id);
  if (!session) return { code: 'device_unknown' };
  await db.write.deleteFrom('sessions').where('token_hash', '=', session.token_hash).execute();
  return { code: 'ended', isCurrent: session.token_hash === user.token_hash };
}

/** Signs out all devices except the current one, and returns how many were signed in. */
export async function endOtherDevices({ db, clock }: Deps, user: CurrentUser): Promise<number> {
  const ended = await deleteSessionsOf(db.write, user.id, user.token_hash);
  const now = clock.now().toISOString();
  return ended.filter(({ expires_at: expiresAt }) => expiresAt > now).length;
}

/** A session's public id: 132 bits that reveal neither the token nor its stored hash. */
const deviceId = (tokenHash: string): string => createHash('sha256').update(tokenHash).digest('base64url').slice(0, 22);
