import type { Queryable } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import type { SessionRow, UserRow } from '#server/db/tables.ts';
import { isEmail, nameKey } from './names.ts';

/** Writes a new user; false when the user name or the e-mail address is taken: the unique constraints decide, also between processes. */
export async function insertUser(db: Queryable, user: UserRow): Promise<boolean> {
  const inserted = await insertUserRow(db, user);
  return inserted.length > 0;
}

const insertUserRow = prepared((db, user: UserRow) =>
  db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
);

/** The user that a login names, by user name or e-mail address in any case. */
export async function findUserByName(db: Queryable, name: string): Promise<UserRow | undefined> {
  const [user] = await (isEmail(name) ? selectByEmail : selectByUsername)(db, { key: nameKey(name) });
  return user;
}

const selectByEmail = prepared((db, { key }: { key: string }) =>
  db.selectFrom('users').selectAll().where('email_key', '=', key),
);

const selectByUsername = prepared((db, { key }: { key: string }) =>
  db.selectFrom('users').selectAll().where('username_key', '=', key),
);

/** The user with an id; undefined when there is none any more. */
export async function findUser(db: Queryable, userId: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
}

/** Ends one session, if it is there. */
export async function deleteSession(db: Queryable, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Ends all sessions of a user, but one that may be named, and answers when each would have expired. */
export const deleteSessionsOf = (
  db: Queryable,
  userId: string,
  keptTokenHash?: string,
): Promise<{ readonly expires_at: string }[]> =>
  db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keptTokenHash !== undefined, (query) => query.where('token_hash', '!=', keptTokenHash ?? ''))
    .returning('expires_at')
    .execute();

/** Removes the sessions of a user that have expired. */
export async function deleteExpiredSessions(db: Queryable, userId: string, now: Date): Promise<void> {
  await deleteSessionsEndedBy(db, { userId, now: now.toISOString() });
}

const deleteSessionsEndedBy = prepared((db, { userId, now }: { userId: string; now: string }) =>
  db.deleteFrom('sessions').where('user_id', '=', userId).where('expires_at', '<=', now),
);

/** Writes a new session. */
export async function insertSession(db: Queryable, session: SessionRow): Promise<void> {
  await insertSessionRow(db, session);
}

const insertSessionRow = prepared((db, session: SessionRow) => db.insertInto('sessions').values(session));

/** Sets a user's password to the one with this hash. */
export async function updatePasswordHash(db: Queryable, userId: string, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}

/** Sets a user's password, if it is still the one that was proven; false when it was changed meanwhile. */
export async function replacePasswordHash(
  db: Queryable,
  userId: string,
  change: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: change.to })
    .where('id', '=', userId)
    .where('password_hash', '=', change.from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes that a user's address is their own. The first time stays. */
export async function confirmEmailOf(db: Queryable, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set((e) => ({ email_confirmed_at: e.fn.coalesce('email_confirmed_at', e.val(now.toISOString())) }))
    .where('id', '=', userId)
    .execute();
}

/** Gives a user another address, confirmed. Throws when somebody else has it: the unique constraint decides. */
export async function updateEmail(
  db: Queryable,
  change: { readonly userId: string; readonly email: string; readonly emailKey: string; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ email: change.email, email_key: change.emailKey, email_confirmed_at: change.now.toISOString() })
    .where('id', '=', change.userId)
    .execute();
}
