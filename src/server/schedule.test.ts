import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { insertPastDonations } from '#test/support/payments/past-donations.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { inTransaction } from './db/in-transaction.ts';
import type { JobKind } from './db/tables.ts';
import { enqueue } from './outbox/enqueue.ts';
import { kindsIn, mailKinds, mailLanes } from './outbox/mail-lanes.ts';
import { startSchedule } from './schedule.ts';

const minuteMs = 60 * 1000;

forEachDatabase((engine) => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startApp(engine, { cards: stubCards() });
  });
  afterEach(() => app.close());

  test('a mail server that hangs delays no refund', async () => {
    await inTransaction(app.deps.db, async (tx) => {
      await enqueue(app.deps, tx, { kind: 'receipt', dedupeKey: 'receipt:1', payload: {} });
      await enqueue(app.deps, tx, { kind: 'refund_payment', dedupeKey: 'refund:1', payload: {} });
    });
    const mail = Promise.withResolvers<void>();
    const refund = Promise.withResolvers<void>();
    const schedule = startSchedule(app.deps, {
      receipt: () => mail.promise,
      refund_payment: async () => refund.resolve(),
    });
    await refund.promise;
    mail.resolve();
    await schedule.stop();
    const jobs = await app.deps.db.read.selectFrom('outbox').select('status').execute();
    expect(jobs).toEqual([{ status: 'done' }, { status: 'done' }]);
  });

  test('a flood of newsletter confirmations on a slow mail server delays no password link and no receipt', async () => {
    const add = (kind: JobKind, dedupeKey: string): Promise<void> =>
      inTransaction(app.deps.db, (tx) => enqueue(app.deps, tx, { kind, dedupeKey, payload: {} }));
    for (let number = 0; number < 30; number += 1) await add('newsletter_confirmation', `newsletter:${number}`);
    app.clock.advance(minuteMs);
    await add('reset_password', 'password:1');
    await add('receipt', 'receipt:1');
    const flood = Promise.withResolvers<void>();
    const link = Promise.withResolvers<string>();
    const receipt = Promise.withResolvers<string>();
    const schedule = startSchedule(app.deps, {
      newsletter_confirmation: () => flood.promise,
      reset_password: async (_deps, { dedupeKey }) => link.resolve(dedupeKey),
      receipt: async (_deps, { dedupeKey }) => receipt.resolve(dedupeKey),
    });
    expect(await Promise.all([link.promise, receipt.promise])).toEqual(['password:1', 'receipt:1']);
    flood.resolve();
    await schedule.stop();
  });

  test.each(mailLanes)('emails of the lane "%s" are sent while every other email waits', async (lane) => {
    const sent = kindsIn(lane).map((kind) => [kind, Promise.withResolvers<JobKind>()] as const);
    const others = Promise.withResolvers<void>();
    for (const kind of mailKinds)
      await inTransaction(app.deps.db, (tx) => enqueue(app.deps, tx, { kind, dedupeKey: kind, payload: {} }));
    const schedule = startSchedule(app.deps, {
      ...Object.fromEntries(mailKinds.map((kind) => [kind, () => others.promise])),
      ...Object.fromEntries(sent.map(([kind, { resolve }]) => [kind, async () => resolve(kind)])),
    });
    expect(await Promise.all(sent.map(([, { promise }]) => promise))).toEqual(kindsIn(lane));
    others.resolve();
    await schedule.stop();
  });

  test('deletes old email addresses of guests', async () => {
    const [old, recent] = await insertPastDonations(app.deps, [{}, {}]);
    const addresses = [
      {
        intent_id: old!.intent_id,
        email: 'old@example.org',
        email_key: 'old@example.org',
        paid_at: '2024-03-04T12:00:00.000Z',
      },
      {
        intent_id: recent!.intent_id,
        email: 'new@example.org',
        email_key: 'new@example.org',
        paid_at: '2024-03-04T12:00:00.001Z',
      },
    ];
    await app.deps.db.write.insertInto('payer_emails').values(addresses).execute();
    await startSchedule(app.deps, {}).stop();
    const left = await app.deps.db.read.selectFrom('payer_emails').select('email').execute();
    expect(left).toEqual([{ email: 'new@example.org' }]);
  });

  describe('the daily reconciliation', () => {
    /** Starts the schedule some minutes after a run, and counts the runs. */
    async function runsAfter(status: 'finished' | 'unavailable', minutes: number): Promise<number> {
      const startedAt = new Date(app.clock.now().getTime() - minutes * minuteMs).toISOString();
      const run = { id: 'rec_1', scope: 'recent', status, result: '{}' } as const;
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
    ] as const)('after a run with the status %s %d minutes ago, there are %d runs', async (status, minutes, runs) => {
      expect(await runsAfter(status, minutes)).toBe(runs);
    });
  });
});
