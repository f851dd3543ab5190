import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/databases.ts';
import { startApp, type TestApp } from '#test/support/start-app.ts';
import { stubCards } from '#test/support/stub-cards.ts';
import { inTransaction } from './db/in-transaction.ts';
import { enqueue } from './outbox/enqueue.ts';
import { startSchedule } from './schedule.ts';

const minuteMs = 60 * 1000;

forEachDatabase((engine) => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startApp(engine, { cards: stubCards() });
  });
  afterEach(() => app.close());

  test(`a mail that hangs holds up no refund, on ${engine}`, async () => {
    await inTransaction(app.deps.db, async (tx) => {
      await enqueue(app.deps, tx, { kind: 'receipt', dedupeKey: 'receipt:1', payload: {} });
      await enqueue(app.deps, tx, { kind: 'refund_payment', dedupeKey: 'refund:1', payload: {} });
    });
    const mail = Promise.withResolvers<void>();
    const refund = Promise.withResolvers<void>();
    const schedule = startSchedule(
      app.deps,
      { receipt: () => mail.promise },
      { refund_payment: async () => refund.resolve() },
    );
    await refund.promise;
    mail.resolve();
    await schedule.stop();
    const jobs = await app.deps.db.read.selectFrom('outbox').select('status').execute();
    expect(jobs).toEqual([{ status: 'done' }, { status: 'done' }]);
  });

  describe(`the comparison of all of the last days, on ${engine}`, () => {
    /** How many comparisons there are after one that began some minutes ago and the server's start now. */
    async function runsAfter(status: 'finished' | 'unavailable', minutes: number): Promise<number> {
      const startedAt = new Date(app.clock.now().getTime() - minutes * minuteMs).toISOString();
      const run = { id: 'rec_1', scope: 'recent', status, result: '{}' };
      const times = { since: startedAt, started_at: startedAt, finished_at: startedAt };
      await app.deps.db.write
        .insertInto('reconciliation_runs')
        .values({ ...run, ...times })
        .execute();
      await startSchedule(app.deps, {}).stop();
      const runs = app.deps.db.read.selectFrom('reconciliation_runs').select('id').where('scope', '=', 'recent');
      return (await runs.execute()).length;
    }

    test.each([
      ['finished', 23 * 60, 1],
      ['finished', 24 * 60, 2],
      ['unavailable', 59, 1],
      ['unavailable', 60, 2],
    ] as const)('after one that was %s %d minutes ago makes it %d', async (status, minutes, runs) => {
      expect(await runsAfter(status, minutes)).toBe(runs);
    });
  });
});
