import type { Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { ConfiguredPasswordRow, UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { hashPassword, ownAddress, whenHashing } from './password/password.ts';
import { revokeAccess } from './session/sessions.ts';
import { updatePasswordHash } from './users.ts';

type PasswordDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'log' | 'passwordQueue'>;

/** Stores the hash of the configured password that the administrator's new account has; null when none is configured. */
export async function storeConfiguredPassword(tx: Tx, note: ConfiguredPasswordRow): Promise<void> {
  await insertNote(tx, note);
}

/**
 * Gives the administrator's account the configured password if its value is new since it was last applied, and revokes what the
 * old password gave access to. So a restart never undoes a password that was chosen on the site. Of several servers that start
 * at once, one applies it.
 */
export async function applyConfiguredPassword(deps: PasswordDeps, admin: UserRow): Promise<boolean> {
  const { password } = deps.config.admin;
  const note = await findNote(deps.db.read, admin.id);
  if (!note) return adoptPassword(deps, admin);
  const { password_hash: lastHash } = note;
  if (password === undefined || (lastHash !== null && (await isPassword(deps, password, lastHash)))) return false;
  const change = { from: lastHash, to: await hashPassword(deps, password, ownAddress) };
  const isApplied = await inTransaction(deps.db, async (tx) => {
    if (!(await replaceNote(tx, admin.id, change))) return false; // another server applied it in between
    await updatePasswordHash(tx, admin.id, change.to);
    await revokeAccess(deps, tx, admin.id);
    return true;
  });
  if (isApplied) deps.log.warn('ADMIN_PASSWORD has a new value, which is now the password of the administrator');
  return isApplied;
}

/**
 * Stores the configured password in a database from a release that did not. Whether a password that differs was chosen on the
 * site or is new in the configuration cannot be known, so the account keeps its own.
 */
async function adoptPassword(deps: PasswordDeps, admin: UserRow): Promise<false> {
  const { password } = deps.config.admin;
  const isCurrent = password === undefined || (await isPassword(deps, password, admin.password_hash));
  const passwordHash = password === undefined ? null : await hashPassword(deps, password, ownAddress);
  const isNoted = await insertNote(deps.db.write, { user_id: admin.id, password_hash: passwordHash });
  if (isNoted && !isCurrent)
    deps.log.warn(
      'ADMIN_PASSWORD is not the password of the administrator, which stays as it is; a new value replaces it',
    );
  return false;
}

const isPassword = (deps: PasswordDeps, password: string, passwordHash: string): Promise<boolean> =>
  whenHashing(deps, ownAddress, (hasher) => hasher.isPassword(password, passwordHash));

const findNote = (db: Queryable, userId: string): Promise<ConfiguredPasswordRow | undefined> =>
  db.selectFrom('configured_passwords').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** False when another server has inserted it. */
async function insertNote(db: Queryable, note: ConfiguredPasswordRow): Promise<boolean> {
  const inserted = await db
    .insertInto('configured_passwords')
    .values(note)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

async function replaceNote(
  tx: Tx,
  userId: string,
  { from, to }: { readonly from: string | null; readonly to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('configured_passwords')
    .set({ password_hash: to })
    .where('user_id', '=', userId)
    .where('password_hash', from === null ? 'is' : '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
