import { expect, test } from 'vitest';
import { inTransaction } from './db/in-transaction.ts';
import { enqueue } from './outbox/enqueue.ts';
import { startSchedule } from './schedule.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { startApp } from '#test/support/start-app.ts';
import { stubCards } from '#test/support/stub-cards.ts';

forEachDatabase((engine) => {
  test('a mail that hangs holds up no refund', async () => {
    const app = await startApp(engine, { cards: stubCards() });
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
    await app.close();
  });
});
