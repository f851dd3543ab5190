import type { Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import type { UserRow } from '#server/db/tables.ts';

/**
 * Keeps an account from being deleted until the transaction ends; false when it is gone. Whatever writes a row that names an
 * account asks this first, so that no such row stays behind: writing the account's own row, as it is, makes a deletion wait,
 * or waits for it, on every engine.
 */
export async function holdAccount(tx: Tx, userId: string): Promise<boolean> {
  return (await rewriteUserRow(tx, { userId })).length > 0;
}

const rewriteUserRow = prepared((db, { userId }: { userId: string }) =>
  db
    .updateTable('users')
    .set((e) => ({ created_at: e.ref('created_at') }))
    .where('id', '=', userId)
    .returning('id'),
);

/** The same for an account whose password was proven some time ago: false as well when it has another one by now. */
export async function holdProvenAccount(tx: Tx, user: Pick<UserRow, 'id' | 'password_hash'>): Promise<boolean> {
  return (await rewriteProvenRow(tx, user)).length > 0;
}

const rewriteProvenRow = prepared((db, { id, password_hash: hash }: Pick<UserRow, 'id' | 'password_hash'>) =>
  db
    .updateTable('users')
    .set((e) => ({ created_at: e.ref('created_at') }))
    .where('id', '=', id)
    .where('password_hash', '=', hash)
    .returning('id'),
);
