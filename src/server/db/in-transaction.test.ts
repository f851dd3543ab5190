import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import type { Tx } from './database.ts';
import { inTransaction, TransactionConflict } from './in-transaction.ts';

const databaseError = (code: string): Error => Object.assign(new Error('lost a race'), { code });

forEachDatabase((engine) => {
  describe('work in a transaction', () => {
    let app: TestApp;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
    });
    afterEach(() => app.close());

    const addCharity = (tx: Tx, id: number) =>
      tx
        .insertInto('charities')
        .values({ id, name: `Charity ${id}` })
        .execute();
    const ids = async (): Promise<number[]> =>
      (await app.deps.db.read.selectFrom('charities').select('id').where('id', '>', 9).orderBy('id').execute()).map(
        ({ id }) => id,
      );

    test('is committed completely, and its result is returned', async () => {
      const result = await inTransaction(app.deps.db, async (tx) => {
        await addCharity(tx, 10);
        await addCharity(tx, 11);
        return 'both';
      });
      expect([result, await ids()]).toEqual(['both', [10, 11]]);
    });

    test('that fails is rolled back completely, runs once, and its error is rethrown', async () => {
      let times = 0;
      const work = inTransaction(app.deps.db, async (tx) => {
        times += 1;
        await addCharity(tx, 10);
        throw new RangeError('no');
      });
      await expect(work).rejects.toThrow(new RangeError('no'));
      expect([times, await ids()]).toEqual([1, []]);
    });

    test('that the database refuses is rolled back completely', async () => {
      const work = inTransaction(app.deps.db, async (tx) => {
        await addCharity(tx, 10);
        await addCharity(tx, 10);
      });
      await expect(work).rejects.toThrow(/unique/i);
      expect(await ids()).toEqual([]);
    });

    test.each([
      ['throws TransactionConflict', new TransactionConflict()],
      ['meets a serialization failure', databaseError('40001')],
      ['meets a deadlock', databaseError('40P01')],
      ['finds the file busy', Object.assign(new Error('busy'), { errcode: 5 })],
      ['finds the file busy with a snapshot', Object.assign(new Error('busy'), { errcode: 517 })],
    ])('that %s runs again from its start', async (_how, conflict) => {
      let times = 0;
      await inTransaction(app.deps.db, async (tx) => {
        times += 1;
        await addCharity(tx, 9 + times);
        if (times < 3) throw conflict;
      });
      expect([times, await ids()]).toEqual([3, [12]]);
    });

    test('that loses ten races fails and writes nothing', async () => {
      let times = 0;
      const work = inTransaction(app.deps.db, async (tx) => {
        times += 1;
        await addCharity(tx, 10);
        throw new TransactionConflict();
      });
      await expect(work).rejects.toThrow(TransactionConflict);
      expect([times, await ids()]).toEqual([10, []]);
    });

    test.each(['23505', '57014', 'ECONNRESET'])('that meets %s does not run again', async (code) => {
      let times = 0;
      const work = inTransaction(app.deps.db, async () => {
        times += 1;
        throw databaseError(code);
      });
      await expect(work).rejects.toThrow('lost a race');
      expect(times).toBe(1);
    });

    test('leaves the database usable after a failure', async () => {
      await expect(inTransaction(app.deps.db, async (tx) => addCharity(tx, 9))).rejects.toThrow(/unique/i);
      await inTransaction(app.deps.db, async (tx) => addCharity(tx, 10));
      expect(await ids()).toEqual([10]);
    });
  });
});
