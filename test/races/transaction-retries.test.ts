import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { startTwoApps, type TwoApps } from './two-apps.ts';

let apps: TwoApps;
beforeEach(async () => {
  apps = await startTwoApps();
});
afterEach(() => apps.close());

const rename = (tx: Tx, id: number, name: string) =>
  tx.updateTable('charities').set({ name }).where('id', '=', id).execute();

test('two transactions that lock each other out are both done: the database ends one, and it starts again', async () => {
  const attempts = { first: 0, second: 0 };
  const [meetFirst, meetSecond] = meeting();
  const renameBoth = (
    db: Database,
    who: 'first' | 'second',
    [one, other]: [number, number],
    meet: () => Promise<void>,
  ) =>
    inTransaction(db, async (tx) => {
      attempts[who] += 1;
      await rename(tx, one, `${who} ${one}`);
      await meet();
      await rename(tx, other, `${who} ${other}`);
    });
  await Promise.all([
    renameBoth(apps.first.deps.db, 'first', [5, 6], meetFirst),
    renameBoth(apps.second.deps.db, 'second', [6, 5], meetSecond),
  ]);
  expect(attempts.first + attempts.second).toBe(3);
  const charities = apps.first.deps.db.read.selectFrom('charities').select('name').where('id', 'in', [5, 6]);
  const winner = attempts.first === 2 ? 'first' : 'second'; // the one that came again came last
  expect((await charities.orderBy('id').execute()).map(({ name }) => name)).toEqual([`${winner} 5`, `${winner} 6`]);
});

/** Two functions, each of which waits until the other was called too; once both were, neither waits. */
function meeting(): [() => Promise<void>, () => Promise<void>] {
  const arrivals = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const arrive = (own: 0 | 1) => async (): Promise<void> => {
    arrivals[own].resolve();
    await arrivals[own === 0 ? 1 : 0].promise;
  };
  return [arrive(0), arrive(1)];
}
