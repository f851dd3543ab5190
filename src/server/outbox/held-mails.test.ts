import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { JobKind } from '#server/db/tables.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { enqueue } from './enqueue.ts';
import { countHeldMails, endHold, holdWaitingMails } from './held-mails.ts';

forEachDatabase((engine) => {
  describe('when a restore is noticed,', () => {
    let app: TestApp;
    const put = (kind: JobKind) =>
      inTransaction(app.deps.db, (tx) => enqueue(app.deps, tx, { kind, dedupeKey: kind, payload: {} }));
    const statuses = async () => {
      const rows = await app.deps.db.read.selectFrom('outbox').select(['kind', 'status']).orderBy('kind').execute();
      return rows.map(({ kind, status }) => `${kind} ${status}`);
    };

    beforeEach(async () => {
      app = await startApp(engine);
    });
    afterEach(() => app.close());

    test('waiting emails are held, and other jobs still run', async () => {
      for (const kind of ['receipt', 'reset_password', 'expire_session', 'refund_payment', 'cancel_plan'] as const)
        await put(kind);
      await inTransaction(app.deps.db, holdWaitingMails);
      expect(await statuses()).toEqual([
        'cancel_plan waiting',
        'expire_session waiting',
        'receipt held',
        'refund_payment waiting',
        'reset_password held',
      ]);
      expect(await countHeldMails(app.deps.db.read)).toEqual({ receipts: 1, others: 1 });
    });

    test('discarding the held emails leaves the other jobs', async () => {
      await put('receipt');
      await put('expire_session');
      await inTransaction(app.deps.db, holdWaitingMails);
      expect(await endHold(app.deps.db.write, 'discard')).toBe(1);
      expect(await statuses()).toEqual(['expire_session waiting', 'receipt discarded']);
    });
  });
});
