import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config/config.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import type { KnownDeviceRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { isToken } from '#server/ids.ts';
import { knownDeviceSubject, resetDeviceSubject, type LockSubject } from '../login-lock.ts';

/*
 * A known device is a browser in which an account has signed in, or in which a mailed link has replaced its password. A secret
 * in its cookie identifies it at the next login, where its failures do not count with those of strangers, so that they cannot
 * lock the account in that browser (docs/decisions/0099).
 */

/** The address and browser that a request comes from. */
export interface Caller {
  readonly address: string;
  /** The secret in the browser's cookie; absent when there is none, or it is malformed. */
  readonly deviceToken?: string;
}

export function callerOf(request: FastifyRequest, config: Config): Caller {
  const token = request.cookies[cookieName(config)];
  const address = request.ip;
  return token !== undefined && isToken(token) ? { address, deviceToken: token } : { address };
}

/** Sets the cookie, or extends it. */
export function setDeviceCookie(reply: FastifyReply, config: Config, token: string): void {
  reply.setCookie(cookieName(config), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: config.hasSecureCookies,
    maxAge: knownDays * 24 * 60 * 60,
  });
}

const cookieName = (config: Config): string => (config.hasSecureCookies ? '__Host-known_device' : 'known_device');

/** How long a device stays known after its last login or password reset. */
const knownDays = 365;

/**
 * Finds the subject that counts the failed logins on a known device; `undefined` in any other browser. The query also runs for
 * an unknown name, so that its time reveals nothing.
 */
export async function findDeviceSubject(
  { db, clock }: Deps,
  userId: string | undefined,
  token: string | undefined,
): Promise<LockSubject | undefined> {
  if (token === undefined) return undefined;
  const id = userId ?? '';
  const deviceHash = hashOf(id, token);
  const [device] = await selectDevice(db.read, { deviceHash, since: knownSince(clock.now()) });
  if (!device) return undefined;
  return device.has_signed_in === 1 ? knownDeviceSubject(deviceHash) : resetDeviceSubject(id);
}

const selectDevice = prepared((db, { deviceHash, since }: { deviceHash: string; since: string }) =>
  db
    .selectFrom('known_devices')
    .select('has_signed_in')
    .where('device_hash', '=', deviceHash)
    .where('used_at', '>', since),
);

/** Makes a browser known to an account, and forgets the oldest ones beyond the limit. The caller has locked the account. */
export async function rememberDevice(
  tx: Tx,
  device: { readonly userId: string; readonly token: string; readonly hasSignedIn: boolean },
  now: Date,
): Promise<void> {
  const { userId, token, hasSignedIn } = device;
  const row = {
    device_hash: hashOf(userId, token),
    user_id: userId,
    used_at: now.toISOString(),
    has_signed_in: hasSignedIn ? 1 : 0,
  } as const;
  await saveDevice(tx, row);
  await deleteOldDevices(tx, { userId, since: knownSince(now) });
}

const saveDevice = prepared((db, device: KnownDeviceRow) =>
  db
    .insertInto('known_devices')
    .values(device)
    .onConflict((conflict) =>
      conflict.column('device_hash').doUpdateSet((e) => ({
        used_at: e.ref('excluded.used_at'),
        has_signed_in: e.ref('excluded.has_signed_in'),
      })),
    ),
);

const deleteOldDevices = prepared((db, { userId, since }: { userId: string; since: string }) =>
  db
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where((e) =>
      e.or([
        e('used_at', '<=', since),
        e(
          'device_hash',
          'not in',
          e
            .selectFrom('known_devices as newest')
            .select('newest.device_hash')
            .where('newest.user_id', '=', userId)
            .orderBy('newest.used_at', 'desc')
            .orderBy('newest.device_hash')
            .limit(devicesMax),
        ),
      ]),
    ),
);

/** How many devices an account knows at most: someone who knows the password could otherwise collect any number of them. */
const devicesMax = 20;

const knownSince = (now: Date): string => new Date(now.getTime() - knownDays * 24 * 60 * 60 * 1000).toISOString();

/** Forgets an account's devices, except the one with this secret. */
export async function forgetDevices(db: Queryable, userId: string, exceptToken?: string): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .$if(exceptToken !== undefined, (query) => query.where('device_hash', '!=', hashOf(userId, exceptToken ?? '')))
    .execute();
}

/** Hashes the secret of a device differently for each account, so that the table does not show which accounts share a browser. */
const hashOf = (userId: string, token: string): string => hash('sha256', `${userId}:${token}`, 'base64url');
