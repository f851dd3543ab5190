import { sql } from 'kysely';
import { inTransaction } from '#server/db/in-transaction.ts';
import { call } from '#test/support/account-calls.ts';
import { donorPassword, type SignedIn } from '#test/support/signed-in.ts';
import type { TestApp } from '#test/support/start-app.ts';
import { untilWaiting, type TwoApps } from './two-apps.ts';

/** Work of one server, and what its caller is told: an HTTP status, or whatever else it says. */
export type Work = () => Promise<unknown>;

/** A way to delete an account: the product's own, or a planted one that the race must catch. */
export type Deletion = (app: TestApp, donor: SignedIn) => Promise<unknown>;

/** Asks the product to delete an account; resolves to the status. */
export const askDeletion: Deletion = async (app, { cookie }) =>
  (await call(app, { method: 'POST', url: '/api/account/deletion', cookie, body: { password: donorPassword } }))
    .statusCode;

/** Deletes an account without holding it, in the wrong order, and without starting anew whoever has read an intent. */
export const deleteCarelessly: Deletion = ({ deps }, { user }) =>
  inTransaction(deps.db, async (tx) => {
    await tx.updateTable('donations').set({ donor_id: 'usr_removed' }).where('donor_id', '=', user.id).execute();
    await tx.updateTable('donation_intents').set({ donor_id: 'usr_removed' }).where('donor_id', '=', user.id).execute();
    for (const table of ['sessions', 'mail_links'] as const)
      await tx.deleteFrom(table).where('user_id', '=', user.id).execute();
    await tx.deleteFrom('users').where('id', '=', user.id).execute();
  });

/** A row that a deletion must write, and so can be made to wait at. */
export interface Gate {
  readonly table: 'users' | 'donation_intents';
  readonly id: string;
}

/** The gate at somebody's account, or at an intent. */
export const gateAt = ({ id }: { readonly id: string }): Gate => ({
  table: id.startsWith('usr_') ? 'users' : 'donation_intents',
  id,
});

/** Lets two works come to a gate, one behind the other, before the first may pass. Resolves to what each said. */
export async function meetAtGate(
  { first }: TwoApps,
  gate: Gate,
  works: readonly [before: Work, after: Work],
): Promise<unknown[]> {
  const { promise: release, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: held, resolve: isHeld } = Promise.withResolvers<void>();
  const holding = first.deps.db.write.transaction().execute(async (tx) => {
    await sql`select id from ${sql.table(gate.table)} where id = ${gate.id} for no key update`.execute(tx);
    isHeld();
    await release;
  });
  await held;
  const working: Promise<unknown>[] = [];
  for (const work of works) {
    working.push(work());
    await untilWaiting(first.deps, working.length);
  }
  letGo();
  await holding;
  return Promise.all(working);
}

/** The donations and intents that name an account which is gone: there must be none. */
export async function findOrphans({ first }: TwoApps): Promise<string[]> {
  const { read } = first.deps.db;
  const orphansOf = async (table: 'donations' | 'donation_intents'): Promise<string[]> => {
    const rows = await read
      .selectFrom(table)
      .leftJoin('users', 'users.id', `${table}.donor_id`)
      .select(`${table}.id`)
      .where(`${table}.donor_id`, 'is not', null)
      .where(`${table}.donor_id`, '!=', 'usr_removed')
      .where('users.id', 'is', null)
      .execute();
    return rows.map(() => table);
  };
  return [...(await orphansOf('donations')), ...(await orphansOf('donation_intents'))];
}
