import { expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp } from '#test/support/app/start-app.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { JobKind } from '#server/db/tables.ts';
import { MailServerUnavailable } from '#server/ports/mail-transport.ts';
import { enqueue } from './enqueue.ts';
import { measureMailBacklog } from './backlog.ts';
import { mailLanes } from './mail-lanes.ts';
import { workOutbox } from './worker.ts';

forEachDatabase((engine) => {
  test('/metrics shows how many emails are waiting in each lane, and how long the oldest has waited', async () => {
    const app = await startApp(engine);
    const put = (kind: JobKind, number: number, runAt = app.clock.now()): Promise<void> =>
      inTransaction(app.deps.db, (tx) =>
        enqueue(app.deps, tx, { kind, dedupeKey: `${kind}:${number}`, payload: {}, runAt }),
      );
    const linesOf = async (metric: string): Promise<string[]> => {
      const { body } = await app.server.inject('/metrics');
      return body.split('\n').filter((line) => line.startsWith(`${metric}{`));
    };
    const lines = (metric: string, values: readonly number[]): string[] =>
      mailLanes.map((lane, index) => `${metric}{lane="${lane}"} ${values[index]}`);
    expect(await linesOf('mail_waiting')).toEqual(lines('mail_waiting', [0, 0, 0, 0, 0, 0, 0, 0]));
    expect(await linesOf('mail_oldest_seconds')).toEqual(lines('mail_oldest_seconds', [0, 0, 0, 0, 0, 0, 0, 0]));
    await put('receipt', 1);
    await put('reversal', 1);
    await put('renewal_failed', 1);
    await put('renewal_failed', 2, new Date(app.clock.now().getTime() + 60 * 60 * 1000));
    await put('refund_payment', 1);
    for (const number of [1, 2, 3]) await put('newsletter_confirmation', number);
    app.clock.advance(30_000);
    await put('reset_password', 1);
    const sent = async (): Promise<void> => undefined;
    const unavailable = () => Promise.reject(new MailServerUnavailable('the mail server is unavailable'));
    await workOutbox(app.deps, { newsletter_confirmation: unavailable, receipt: sent });
    await measureMailBacklog(app.deps);
    expect(await linesOf('mail_waiting')).toEqual(lines('mail_waiting', [1, 0, 0, 0, 2, 0, 3, 0]));
    expect(await linesOf('mail_oldest_seconds')).toEqual(lines('mail_oldest_seconds', [0, 0, 0, 0, 30, 0, 30, 0]));
    await app.close();
  });
});
