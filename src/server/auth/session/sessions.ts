import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import type { SessionRow, UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { hashToken, hasSecondFactor, sessionEnd } from '#server/http/current-user.ts';
import { clearSessionCookie, sessionToken } from '#server/http/session-cookie.ts';
import { newToken } from '#server/ids.ts';
import { endLinks } from '../links/mail-link.ts';
import { lockProvenAccount } from '../users.ts';
import { forgetDevices, rememberDevice } from './known-devices.ts';

/** How many sessions an account has at most. This also bounds every list of sessions. */
export const sessionsMax = 100;

/** An account as it was when its password was checked, and whether a code was checked too. */
export interface ProvenUser {
  readonly user: UserRow;
  readonly isCodeProven: boolean;
}

/** The browser of a session. */
export interface Browser {
  /** The browser's description of itself. */
  readonly description: string;
  /** The secret that identifies the browser at later logins. */
  readonly deviceToken: string;
}

/**
 * Opens a session in a browser, which becomes a known device of the account. Returns the session's new token of 256 bits, of
 * which the table stores a hash. Undefined when the account was deleted, its password was changed or a second factor was turned
 * on after the user was checked, so ending the sessions of an account also stops logins in progress. A new session ends the
 * least recently used ones beyond the maximum.
 */
export async function openSession(
  deps: Deps,
  { user, isCodeProven }: ProvenUser,
  { description, deviceToken }: Browser,
): Promise<string | undefined> {
  const token = newToken(deps.random);
  const now = deps.clock.now();
  const session = {
    token_hash: hashToken(token),
    user_id: user.id,
    created_at: now.toISOString(),
    seen_at: now.toISOString(),
    expires_at: sessionEnd(now),
    device: description.slice(0, 300),
  };
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockProvenAccount(tx, user))) return undefined;
    if (!isCodeProven && (await hasSecondFactor(tx, user.id))) return undefined;
    await endLeastRecentlyUsedSessions(tx, { userId: user.id });
    await insertSession(tx, session);
    await rememberDevice(tx, { userId: user.id, token: deviceToken, hasSignedIn: true }, now);
    return token;
  });
}

const insertSession = prepared((db, session: SessionRow) => db.insertInto('sessions').values(session));

/** Makes room for a new session: keeps only the most recently used ones of an account. */
const endLeastRecentlyUsedSessions = prepared((db, { userId }: { userId: string }) =>
  db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', 'not in', (e) =>
      e
        .selectFrom('sessions')
        .select('token_hash')
        .where('user_id', '=', userId)
        .orderBy('seen_at', 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('token_hash')
        .limit(sessionsMax - 1),
    ),
);

/** Ends the session on the server, so that its cookie is worthless everywhere, and clears the cookie in the browser. */
export async function logOut(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await endSessionOf(deps, request);
  clearSessionCookie(reply, deps.config);
}

/** Ends the session of a request, if it has one. */
export async function endSessionOf(deps: Deps, request: FastifyRequest): Promise<void> {
  const token = sessionToken(request, deps.config);
  if (token === undefined) return;
  await deps.db.write.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
}

/** Deletes a user's expired sessions. */
export async function deleteExpiredSessionsOf(db: Queryable, userId: string, now: Date): Promise<void> {
  await deleteSessionsEndedBy(db, { userId, now: now.toISOString() });
}

const deleteSessionsEndedBy = prepared((db, { userId, now }: { userId: string; now: string }) =>
  db.deleteFrom('sessions').where('user_id', '=', userId).where('expires_at', '<=', now),
);

/** What remains of an owner's access when all other access to the account is revoked: the session and the browser in use. */
export interface KeptAccess {
  readonly tokenHash: string;
  readonly deviceToken?: string | undefined;
}

/** Ends a user's sessions and forgets the devices, except those in `kept`. Returns when each session would have expired. */
export async function endOtherSessions(
  db: Queryable,
  userId: string,
  kept?: KeptAccess,
): Promise<{ readonly expires_at: string }[]> {
  await forgetDevices(db, userId, kept?.deviceToken);
  return db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(kept !== undefined, (query) => query.where('token_hash', '!=', kept?.tokenHash ?? ''))
    .returning('expires_at')
    .execute();
}

/**
 * Ends a user's sessions, except those in `kept`, and the links that change the password or address: a stranger may have them.
 */
export async function revokeAccess(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  userId: string,
  kept?: KeptAccess,
): Promise<void> {
  await endOtherSessions(tx, userId, kept);
  await endLinks(deps, tx, userId, ['reset_password', 'change_email']);
}
