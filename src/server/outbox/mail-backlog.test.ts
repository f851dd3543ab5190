import { expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp } from '#test/support/app/start-app.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { JobKind } from '#server/db/tables.ts';
import { MailServerUnavailable } from '#server/ports/mail-transport.ts';
import { enqueue } from './enqueue.ts';
import { measureMailBacklog } from './mail-backlog.ts';
import { workOutbox } from './worker.ts';

forEachDatabase((engine) => {
  test('/metrics shows the emails that wait in each lane', async () => {
    const app = await startApp(engine);
    const put = (kind: JobKind, number: number, runAt = app.clock.now()): Promise<void> =>
      inTransaction(app.deps.db, (tx) =>
        enqueue(app.deps, tx, { kind, dedupeKey: `${kind}:${number}`, payload: {}, runAt }),
      );
    await put('receipt', 1);
    await put('reversal', 1);
    await put('renewal_failed', 1);
    await put('renewal_failed', 2, new Date(app.clock.now().getTime() + 60 * 60 * 1000));
    await put('refund_payment', 1);
    for (const number of [1, 2, 3]) await put('newsletter_confirmation', number);
    const sent = async (): Promise<void> => undefined;
    const unavailable = () => Promise.reject(new MailServerUnavailable('the mail server is unavailable'));
    await workOutbox(app.deps, { newsletter_confirmation: unavailable, receipt: sent });
    await measureMailBacklog(app.deps);
    const { body } = await app.server.inject('/metrics');
    expect(body.split('\n').filter((line) => line.startsWith('mail_waiting{'))).toEqual([
      'mail_waiting{lane="passwords"} 0',
      'mail_waiting{lane="confirmations"} 0',
      'mail_waiting{lane="receipts"} 0',
      'mail_waiting{lane="notices"} 2',
      'mail_waiting{lane="newsletter"} 3',
    ]);
    await app.close();
  });
});
