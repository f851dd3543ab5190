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

/** How many sessions an account has at most, which bounds every list of them. */
export const sessionsMax = 100;

/** An account as it was when its password was checked, and whether a code was checked too. */
export interface ProvenUser {
  readonly user: UserRow;
  readonly isCodeProven: boolean;
}

/**
 * Opens a session on a device and returns its new token of 256 bits, of which the table stores a hash. Undefined when the proof
 * no longer holds: since it was checked, the account was deleted, its password changed, or a second factor turned on. So
 * ending the sessions of an account also stops logins in progress. A new session ends the least recently used beyond the maximum.
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
    if (!(await lockProvenAccount(tx, user))) return undefined;
    if (!isCodeProven && (await hasSecondFactor(tx, user.id))) return undefined;
    await endLeastUsedSessions(tx, { userId: user.id });
    await insertSession(tx, session);
    return token;
  });
}

const insertSession = prepared((db, session: SessionRow) => db.insertInto('sessions').values(session));

/** Makes room for a new session: keeps those of an account that were used last. */
const endLeastUsedSessions = prepared((db, { userId }: { userId: string }) =>
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

/** Ends all sessions of a user, except one if named, and returns when each would have expired. */
export const deleteSessionsOf = (
  db: Queryable,
  userId: string,
  exceptTokenHash?: string,
): Promise<{ readonly expires_at: string }[]> =>
  db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptTokenHash !== undefined, (query) => query.where('token_hash', '!=', exceptTokenHash ?? ''))
    .returning('expires_at')
    .execute();

/** Removes a user's expired sessions. */
export async function deleteExpiredSessions(db: Queryable, userId: string, now: Date): Promise<void> {
  await deleteSessionsEndedBy(db, { userId, now: now.toISOString() });
}

const deleteSessionsEndedBy = prepared((db, { userId, now }: { userId: string; now: string }) =>
  db.deleteFrom('sessions').where('user_id', '=', userId).where('expires_at', '<=', now),
);

/**
 * Revokes what someone who knew an account's old password may have opened: its sessions, except one if named, and its pending
 * links.
 */
export async function revokeAccess(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  userId: string,
  exceptTokenHash?: string,
): Promise<void> {
  await deleteSessionsOf(tx, userId, exceptTokenHash);
  await endLinks(deps, tx, userId, ['reset_password', 'change_email']);
}
