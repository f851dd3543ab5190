import type { Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { ConfiguredPasswordRow, UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { hashPassword, ownAddress, whenHashing } from './password/password.ts';
import { revokeAccess } from './session/sessions.ts';
import { updatePasswordHash } from './users.ts';

type PasswordDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'log' | 'passwordQueue'>;

/**
 * Gives the administrator's account the configured password if it has changed since it was last applied, and revokes the
 * access that the old password gave. A restart therefore never undoes a password that was chosen on the site. Of several
 * servers that start at the same time, only one applies it.
 */
export async function applyConfiguredPassword(deps: PasswordDeps, admin: UserRow): Promise<boolean> {
  const { password } = deps.config.admin;
  const applied = await findAppliedPassword(deps.db.read, admin.id);
  if (!applied) return adoptPassword(deps, admin);
  const { password_hash: lastHash } = applied;
  if (password === undefined || (lastHash !== null && (await isPassword(deps, password, lastHash)))) return false;
  const change = { from: lastHash, to: await hashPassword(deps, password, ownAddress) };
  const isApplied = await inTransaction(deps.db, async (tx) => {
    if (!(await replaceAppliedPassword(tx, admin.id, change))) return false; // another server applied it in between
    await updatePasswordHash(tx, admin.id, change.to);
    await revokeAccess(deps, tx, admin.id);
    return true;
  });
  if (isApplied) deps.log.warn('ADMIN_PASSWORD has a new value: the administrator now signs in with it');
  return isApplied;
}

/**
 * Stores the configured password in a database from a release that did not store it. If it differs from the account's
 * password, the account's does not change, because it may have been chosen on the site.
 */
async function adoptPassword(deps: PasswordDeps, admin: UserRow): Promise<false> {
  const { password } = deps.config.admin;
  const isCurrent = password === undefined || (await isPassword(deps, password, admin.password_hash));
  const passwordHash = password === undefined ? null : await hashPassword(deps, password, ownAddress);
  const isStored = await insertAppliedPassword(deps.db.write, { user_id: admin.id, password_hash: passwordHash });
  if (isStored && !isCurrent)
    deps.log.warn(
      'ADMIN_PASSWORD is not the password of the administrator, which was not changed; to replace it, set ADMIN_PASSWORD to a new value',
    );
  return false;
}

const isPassword = (deps: PasswordDeps, password: string, passwordHash: string): Promise<boolean> =>
  whenHashing(deps, ownAddress, (hasher) => hasher.isPassword(password, passwordHash));

const findAppliedPassword = (db: Queryable, userId: string): Promise<ConfiguredPasswordRow | undefined> =>
  db.selectFrom('configured_passwords').selectAll().where('user_id', '=', userId).executeTakeFirst();

/**
 * Stores the hash of the configured password that was applied; null when none is configured. Returns false if another server
 * has stored one.
 */
export async function insertAppliedPassword(db: Queryable, applied: ConfiguredPasswordRow): Promise<boolean> {
  const inserted = await db
    .insertInto('configured_passwords')
    .values(applied)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

async function replaceAppliedPassword(
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
