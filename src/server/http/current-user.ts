import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isFirstAdministrator } from '#domain/staff/first-administrator.ts';
import type { Config } from '#server/config/config.ts';
import type { Queryable } from '#server/db/database.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import type { SessionRow, UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { sessionDays, sessionToken } from './session-cookie.ts';

/** The person behind a request. */
export type Person = Omit<UserRow, 'password_hash' | 'username_key' | 'email_key' | 'email_confirmed_at' | 'role'>;

/** A person who is signed in. */
export type CurrentUser = Person & Pick<SessionRow, 'token_hash' | 'seen_at'>;

/** `extendedToken` is the session's token if the session was extended just now, so that its cookie can be extended too. */
export interface SignedInUser {
  readonly user: CurrentUser;
  readonly extendedToken: string | undefined;
}

/**
 * Finds the signed-in user; `undefined` for a visitor and for an expired or ended session. A session in use is extended, at
 * most every 5 minutes.
 */
export async function findCurrentUser(deps: Deps, request: FastifyRequest): Promise<SignedInUser | undefined> {
  const token = sessionToken(request, deps.config);
  if (token === undefined) return undefined;
  const now = deps.clock.now();
  const [user] = await findSession(deps.db.read, { tokenHash: hashToken(token), now: now.toISOString() });
  if (!user) return undefined;
  if (now.getTime() - Date.parse(user.seen_at) < extendAfterMs) return { user, extendedToken: undefined };
  await extendSession(deps, user.token_hash, now);
  return { user, extendedToken: token };
}

/** The form in which a token is stored, so that reading the table does not let anyone sign in. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url');

/** The time at which a session that is used now expires. */
export const sessionEnd = (now: Date): string =>
  new Date(now.getTime() + sessionDays * 24 * 60 * 60 * 1000).toISOString();

const extendAfterMs = 5 * 60 * 1000;

/** The columns of a `Person`. */
export const personColumns = [
  'users.id',
  'users.username',
  'users.email',
  'users.first_name',
  'users.last_name',
  'users.country',
  'users.time_zone',
  'users.staff_role',
  'users.created_at',
] as const;

const findSession = prepared((db, { tokenHash, now }: { tokenHash: string; now: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(personColumns)
    .select(['sessions.token_hash', 'sessions.seen_at'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now),
);

/** Returns true if an account must have a second factor: for the first administrator as configured, for other staff always. */
export const needsSecondFactor = (
  { admin }: Pick<Config, 'admin'>,
  user: Pick<UserRow, 'username' | 'staff_role'>,
): boolean => user.staff_role !== null && (admin.needsSecondFactor || !isFirstAdministrator(user));

/** Returns true if an account has a confirmed second factor. */
export async function hasSecondFactor(db: Queryable, userId: string): Promise<boolean> {
  return (await findSecondFactor(db, { userId })).length > 0;
}

const findSecondFactor = prepared((db, { userId }: { userId: string }) =>
  db.selectFrom('second_factors').select('user_id').where('user_id', '=', userId).where('confirmed_at', 'is not', null),
);

async function extendSession(deps: Deps, tokenHash: string, now: Date): Promise<void> {
  await deps.db.write
    .updateTable('sessions')
    .set({ seen_at: now.toISOString(), expires_at: sessionEnd(now) })
    .where('token_hash', '=', tokenHash)
    .execute();
}
