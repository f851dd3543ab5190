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

test('two transactions in a deadlock both succeed: the database aborts one, and it is retried', async () => {
  let attempts = 0;
  const [meetFirst, meetSecond] = createMeeting();
  const renameBoth = (
    db: Database,
    who: 'first' | 'second',
    [firstId, secondId]: [number, number],
    meet: () => Promise<void>,
  ) =>
    inTransaction(db, async (tx) => {
      attempts += 1;
      await rename(tx, firstId, `${who} ${firstId}`);
      await meet();
      await rename(tx, secondId, `${who} ${secondId}`);
    });
  await Promise.all([
    renameBoth(apps.first.deps.db, 'first', [5, 6], meetFirst),
    renameBoth(apps.second.deps.db, 'second', [6, 5], meetSecond),
  ]);
  expect(attempts).toBeGreaterThan(2); // a retry can conflict with the other transaction again
  const charities = apps.first.deps.db.read.selectFrom('charities').select('name').where('id', 'in', [5, 6]);
  const names = (await charities.orderBy('id').execute()).map(({ name }) => name);
  expect([
    ['first 5', 'first 6'],
    ['second 5', 'second 6'],
  ]).toContainEqual(names);
});

/** Creates two functions. Each waits until the other has been called; after that, neither waits. */
function createMeeting(): [() => Promise<void>, () => Promise<void>] {
  const arrivals = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const arrive = (index: 0 | 1) => async (): Promise<void> => {
    arrivals[index].resolve();
    await arrivals[index === 0 ? 1 : 0].promise;
  };
  return [arrive(0), arrive(1)];
}
