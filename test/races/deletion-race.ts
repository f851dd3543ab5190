import { sql } from 'kysely';
import { inTransaction } from '#server/db/in-transaction.ts';
import { deletedDonorId } from '#server/donations/index.ts';
import { call } from '../support/accounts/account-calls.ts';
import { donorPassword, type SignedIn } from '../support/accounts/signed-in.ts';
import type { TestApp } from '../support/app/start-app.ts';
import { waitForBlocked, type TwoApps } from './two-apps.ts';

/** Work of one server. Resolves to its result, such as an HTTP status. */
export type Work = () => Promise<unknown>;

/** A way to delete an account: the product's, or a planted one that the race must catch. */
export type Deletion = (app: TestApp, donor: SignedIn) => Promise<unknown>;

/** Requests the deletion of an account. Resolves to the status. */
export const requestDeletion: Deletion = async (app, { cookie }) =>
  (await call(app, { method: 'POST', url: '/api/account/deletion', cookie, body: { password: donorPassword } }))
    .statusCode;

/** Deletes an account without locking it, detaches its donations too early, and does not make readers of an intent retry. */
export const deleteCarelessly: Deletion = ({ deps }, { user }) =>
  inTransaction(deps.db, async (tx) => {
    await tx.updateTable('donations').set({ donor_id: deletedDonorId }).where('donor_id', '=', user.id).execute();
    for (const table of ['sessions', 'mail_links'] as const)
      await tx.deleteFrom(table).where('user_id', '=', user.id).execute();
    await tx.deleteFrom('users').where('id', '=', user.id).execute(); // a settlement locks it first as well: no deadlock
    await tx
      .updateTable('donation_intents')
      .set({ donor_id: deletedDonorId })
      .where('donor_id', '=', user.id)
      .execute();
  });

/** A row that every deletion writes, so that a lock on it makes the deletion wait. */
export interface LockableRow {
  readonly table: 'users' | 'donation_intents';
  readonly id: string;
}

/** Returns the lockable row of an account or an intent. */
export const rowOf = ({ id }: { readonly id: string }): LockableRow => ({
  table: id.startsWith('usr_') ? 'users' : 'donation_intents',
  id,
});

/** Starts two pieces of work in order while the row is locked, then releases the lock. Resolves to their results. */
export async function runInOrderAtLock(
  { first }: TwoApps,
  row: LockableRow,
  pieces: readonly [first: Work, second: Work],
): Promise<unknown[]> {
  const { promise: release, resolve: releaseLock } = Promise.withResolvers<void>();
  const { promise: locked, resolve: markLocked } = Promise.withResolvers<void>();
  const locking = first.deps.db.write.transaction().execute(async (tx) => {
    await sql`select id from ${sql.table(row.table)} where id = ${row.id} for no key update`.execute(tx);
    markLocked();
    await release;
  });
  await locked;
  const results: Promise<unknown>[] = [];
  for (const work of pieces) {
    results.push(work());
    await waitForBlocked(first.deps, results.length);
  }
  releaseLock();
  await locking;
  return Promise.all(results);
}

/** Finds donations and intents whose account no longer exists. Returns the table name of each; there must be none. */
export async function findOrphans({ first }: TwoApps): Promise<string[]> {
  const { read } = first.deps.db;
  const orphansOf = async (table: 'donations' | 'donation_intents'): Promise<string[]> => {
    const rows = await read
      .selectFrom(table)
      .leftJoin('users', 'users.id', `${table}.donor_id`)
      .select(`${table}.id`)
      .where(`${table}.donor_id`, 'is not', null)
      .where(`${table}.donor_id`, '!=', deletedDonorId)
      .where('users.id', 'is', null)
      .execute();
    return rows.map(() => table);
  };
  return [...(await orphansOf('donations')), ...(await orphansOf('donation_intents'))];
}
