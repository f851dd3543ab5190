import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { roundOf } from '#test/support/app/outbox-round.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { enqueue } from './enqueue.ts';
import { leaseJobs, retryUnsentMail, type LeasedJob } from './queries.ts';
import { attemptsMax, retryDelayMs, workOutbox } from './worker.ts';

const receipt = (number: number) =>
  ({ kind: 'receipt', dedupeKey: `receipt:${number}`, payload: { donationId: `don_${number}` } }) as const;
const hourMs = 60 * 60 * 1000;

forEachDatabase((engine) => {
  describe('the outbox', () => {
    let app: TestApp;
    const put = (number: number): Promise<void> =>
      inTransaction(app.deps.db, (tx) => enqueue(app.deps, tx, receipt(number)));
    const retry = (number: number): Promise<void> =>
      inTransaction(app.deps.db, (tx) =>
        retryUnsentMail(tx, { dedupeKey: `receipt:${number}`, now: app.deps.clock.now() }),
      );
    const rows = () => app.deps.db.read.selectFrom('outbox').selectAll().orderBy('dedupe_key').execute();

    beforeEach(async () => {
      app = await startApp(engine);
    });
    afterEach(() => app.close());

    test('a job enqueued twice runs once', async () => {
      await put(1);
      await put(1);
      const done: string[] = [];
      const round = await workOutbox(app.deps, { receipt: async (_deps, job) => void done.push(job.dedupeKey) });
      expect({ round, done }).toEqual({
        round: roundOf({ done: 1 }),
        done: ['receipt:1'],
      });
      expect(await workOutbox(app.deps, { receipt: async () => undefined })).toEqual(roundOf({}));
    });

    test('a job whose transaction is rolled back never runs', async () => {
      const rolledBack = inTransaction(app.deps.db, async (tx) => {
        await enqueue(app.deps, tx, receipt(1));
        throw new Error('the donation is rolled back');
      });
      await expect(rolledBack).rejects.toThrow('the donation is rolled back');
      expect(await rows()).toEqual([]);
    });

    test('an email without a recipient ends as no_recipient, and is not retried', async () => {
      await put(1);
      const sent: string[] = [];
      const finds = (hasRecipient: boolean) => ({
        receipt: async (_deps: unknown, job: LeasedJob) => {
          if (!hasRecipient) return 'no_recipient' as const;
          sent.push(job.dedupeKey);
          return undefined;
        },
      });
      expect(await workOutbox(app.deps, finds(false))).toMatchObject({ done: 0, no_recipient: 1 });
      expect((await rows()).map((row) => [row.status, row.last_error])).toEqual([['no_recipient', null]]);
      expect(await workOutbox(app.deps, finds(true))).toMatchObject({ done: 0, no_recipient: 0 });
      await retry(1);
      expect(await workOutbox(app.deps, finds(true))).toMatchObject({ done: 1 });
      await retry(1);
      expect(await workOutbox(app.deps, finds(true)), 'a sent email stays sent').toMatchObject({ done: 0 });
      expect(sent).toEqual(['receipt:1']);
    });

    test('an email whose recipient becomes known while a worker finds none is sent', async () => {
      await put(1);
      const findsNone = async () => {
        await retry(1);
        return 'no_recipient' as const;
      };
      await workOutbox(app.deps, { receipt: findsNone });
      expect((await rows()).map(({ status }) => status)).toEqual(['waiting']);
      expect(await workOutbox(app.deps, { receipt: async () => undefined })).toMatchObject({ done: 1 });
    });

    test('a job without a handler stays in the outbox', async () => {
      await put(1);
      expect(await workOutbox(app.deps, {})).toEqual(roundOf({}));
      expect((await rows()).map((row) => [row.status, row.attempts])).toEqual([['waiting', 0]]);
    });

    test('a failing job is retried with growing delays, and is finally dead and logged as an error', async () => {
      await put(1);
      const fails = { receipt: async () => Promise.reject(new Error('the mail server is down')) };
      for (let attempt = 1; attempt < attemptsMax; attempt += 1) {
        expect(await workOutbox(app.deps, fails)).toEqual(roundOf({ postponed: 1 }));
        expect(await workOutbox(app.deps, fails), 'not before the delay is over').toEqual(roundOf({}));
        app.clock.advance(retryDelayMs(attempt));
      }
      expect(await workOutbox(app.deps, fails)).toEqual(roundOf({ dead: 1 }));
      app.clock.advance(100 * hourMs);
      expect(await workOutbox(app.deps, fails)).toEqual(roundOf({}));
      expect((await rows()).map((row) => [row.status, row.last_error])).toEqual([['dead', 'the mail server is down']]);
      expect(app.logged.at(-1)).toMatchObject({ level: 50, msg: 'outbox job is dead; needs review' });
    });

    test('the job of a process that died is taken over when its lease expires', async () => {
      await put(1);
      const lease = { now: app.clock.now(), lockedUntil: new Date(app.clock.now().getTime() + 5 * 60_000), jobsMax: 5 };
      expect(await leaseJobs(app.deps.db, ['receipt'], lease)).toHaveLength(1);
      const done: LeasedJob[] = [];
      const handlers = { receipt: async (_deps: unknown, job: LeasedJob) => void done.push(job) };
      expect(await workOutbox(app.deps, handlers)).toEqual(roundOf({}));
      app.clock.advance(5 * 60_000 + 1);
      expect(await workOutbox(app.deps, handlers)).toEqual(roundOf({ done: 1 }));
      expect(done.map((job) => job.attempts)).toEqual([2]);
    });

    test('a worker skips a job that another process has taken over', async () => {
      for (const number of [1, 2]) await put(number);
      const done: string[] = [];
      const note = async (_deps: unknown, job: LeasedJob) => void done.push(job.dedupeKey);
      const slow = async (_deps: unknown, job: LeasedJob) => {
        app.clock.advance(6 * 60_000); // longer than a lease
        await workOutbox(app.deps, { receipt: note });
        done.push(`${job.dedupeKey}, slowly`);
      };
      const round = await workOutbox(app.deps, { receipt: slow });
      expect(done.toSorted()).toEqual(['receipt:1', 'receipt:1, slowly', 'receipt:2']);
      expect(round.postponed + round.dead).toBe(0);
    });

    test('workers that share the outbox run every job exactly once', async () => {
      for (let number = 1; number <= 60; number += 1) await put(number);
      const done: string[] = [];
      const handlers = { receipt: async (_deps: unknown, job: LeasedJob) => void done.push(job.dedupeKey) };
      const worker = async (): Promise<void> => {
        let round = await workOutbox(app.deps, handlers);
        while (round.done > 0) round = await workOutbox(app.deps, handlers);
      };
      await Promise.all([worker(), worker(), worker(), worker()]);
      await worker();
      expect(done.toSorted()).toEqual(Array.from({ length: 60 }, (_, index) => `receipt:${index + 1}`).toSorted());
    });
  });
});
