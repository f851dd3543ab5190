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
  const attempts = { first: 0, second: 0 };
  const [meetFirst, meetSecond] = createMeeting();
  const renameBoth = (
    db: Database,
    who: 'first' | 'second',
    [firstId, secondId]: [number, number],
    meet: () => Promise<void>,
  ) =>
    inTransaction(db, async (tx) => {
      attempts[who] += 1;
      await rename(tx, firstId, `${who} ${firstId}`);
      await meet();
      await rename(tx, secondId, `${who} ${secondId}`);
    });
  await Promise.all([
    renameBoth(apps.first.deps.db, 'first', [5, 6], meetFirst),
    renameBoth(apps.second.deps.db, 'second', [6, 5], meetSecond),
  ]);
  expect(attempts.first + attempts.second).toBe(3);
  const charities = apps.first.deps.db.read.selectFrom('charities').select('name').where('id', 'in', [5, 6]);
  const winner = attempts.first === 2 ? 'first' : 'second'; // the retried one was last
  expect((await charities.orderBy('id').execute()).map(({ name }) => name)).toEqual([`${winner} 5`, `${winner} 6`]);
});

/** Two functions, each of which waits until the other has been called. After that, neither waits. */
function createMeeting(): [() => Promise<void>, () => Promise<void>] {
  const arrivals = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const arrive = (index: 0 | 1) => async (): Promise<void> => {
    arrivals[index].resolve();
    await arrivals[index === 0 ? 1 : 0].promise;
  };
  return [arrive(0), arrive(1)];
}
