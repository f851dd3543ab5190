import type { Queryable, Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import type { UserRow } from '#server/db/tables.ts';
import { isEmail, nameKey } from './names.ts';

/** Returns false if the username or the email address is taken, as the unique constraints decide. */
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

/** Finds a user by username or email address, in any letter case. */
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

/** Returns undefined if the account was deleted. */
export async function findUser(db: Queryable, userId: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
}

/**
 * Protects an account from deletion until the transaction ends; false when it is deleted already. A transaction that inserts a
 * row with an account's id locks the account first, so that no row outlives its account. Updating the user's row without changing
 * it makes a deletion wait, or waits for it, on both engines.
 */
export async function lockAccount(tx: Tx, userId: string): Promise<boolean> {
  return (await touchUserRow(tx, { userId })).length > 0;
}

const touchUserRow = prepared((db, { userId }: { userId: string }) =>
  db
    .updateTable('users')
    .set((e) => ({ created_at: e.ref('created_at') }))
    .where('id', '=', userId)
    .returning('id'),
);

/** Like `lockAccount`, for an account whose password was checked earlier. Also false when the password has changed since. */
export async function lockProvenAccount(tx: Tx, user: Pick<UserRow, 'id' | 'password_hash'>): Promise<boolean> {
  return (await touchProvenRow(tx, user)).length > 0;
}

const touchProvenRow = prepared((db, { id, password_hash: hash }: Pick<UserRow, 'id' | 'password_hash'>) =>
  db
    .updateTable('users')
    .set((e) => ({ created_at: e.ref('created_at') }))
    .where('id', '=', id)
    .where('password_hash', '=', hash)
    .returning('id'),
);

export async function updatePasswordHash(db: Queryable, userId: string, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}

/** Replaces the password that was checked; false when it has changed since. */
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

/** Marks a user's address as confirmed, and keeps the time of the first confirmation. */
export async function markEmailConfirmed(db: Queryable, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set((e) => ({ email_confirmed_at: e.fn.coalesce('email_confirmed_at', e.val(now.toISOString())) }))
    .where('id', '=', userId)
    .execute();
}

/**
 * Sets a confirmed address, and keeps the time of the account's first confirmation. Throws a unique violation when another
 * account has the address.
 */
export async function updateEmail(
  db: Queryable,
  change: { readonly userId: string; readonly email: string; readonly emailKey: string; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('users')
    .set((e) => ({
      email: change.email,
      email_key: change.emailKey,
      email_confirmed_at: e.fn.coalesce('email_confirmed_at', e.val(change.now.toISOString())),
    }))
    .where('id', '=', change.userId)
    .execute();
}
