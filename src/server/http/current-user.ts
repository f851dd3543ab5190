import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { prepared } from '#server/db/prepared.ts';
import type { SessionRow, UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { sessionDays, sessionToken } from './session-cookie.ts';

/** The person behind a request. */
export type CurrentUser = Omit<UserRow, 'password_hash' | 'username_key' | 'email_key' | 'email_confirmed_at'> &
  Pick<SessionRow, 'token_hash' | 'seen_at'>;

/** Somebody who is signed in; `prolongedToken` is the session's token when it was prolonged now, and its cookie is to follow. */
export interface SignedInUser {
  readonly user: CurrentUser;
  readonly prolongedToken: string | undefined;
}

/**
 * Who is signed in, by one joined query of session and user; `undefined` for a visitor, an ended or an expired session. A
 * session in use is prolonged, at most every 5 minutes.
 */
export async function findCurrentUser(deps: Deps, request: FastifyRequest): Promise<SignedInUser | undefined> {
  const token = sessionToken(request, deps.config);
  if (token === undefined) return undefined;
  const now = deps.clock.now();
  const [user] = await findSession(deps.db.read, { tokenHash: hashToken(token), now: now.toISOString() });
  if (!user) return undefined;
  if (now.getTime() - Date.parse(user.seen_at) < prolongAfterMs) return { user, prolongedToken: undefined };
  await prolongSession(deps, user.token_hash, now);
  return { user, prolongedToken: token };
}

/** What is kept of a token: whoever reads the table cannot sign in with it. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url');

/** When a session that is used now ends. */
export const sessionEnd = (now: Date): string =>
  new Date(now.getTime() + sessionDays * 24 * 60 * 60 * 1000).toISOString();

const prolongAfterMs = 5 * 60 * 1000;

const userColumns = [
  'users.id',
  'users.username',
  'users.email',
  'users.first_name',
  'users.last_name',
  'users.country',
  'users.time_zone',
  'users.role',
  'users.created_at',
] as const;

const findSession = prepared((db, { tokenHash, now }: { tokenHash: string; now: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(userColumns)
    .select(['sessions.token_hash', 'sessions.seen_at'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now),
);

async function prolongSession(deps: Deps, tokenHash: string, now: Date): Promise<void> {
  await deps.db.write
    .updateTable('sessions')
    .set({ seen_at: now.toISOString(), expires_at: sessionEnd(now) })
    .where('token_hash', '=', tokenHash)
    .execute();
}
