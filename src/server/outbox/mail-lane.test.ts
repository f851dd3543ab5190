import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { startMailServer, type MailServer } from '#test/support/mail/mail-server.ts';
import { DatabaseUnavailable } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { JobKind } from '#server/db/tables.ts';
import { mailHandlers, type MailWriter } from '#server/mail/mail-writer.ts';
import { MailServerUnavailable, type MailTransport } from '#server/ports/mail-transport.ts';
import { enqueue } from './enqueue.ts';
import { createMailLane } from './mail-lane.ts';
import { kindsIn, type MailLane } from './mail-lanes.ts';
import { attemptsMax, retryDelayMs, unavailableDelayMs, workOutbox, type JobHandlers } from './worker.ts';
import { patientSmtp } from '#test/support/mail/patient-smtp.ts';

const hourMs = 60 * 60 * 1000;
const writeMail: MailWriter = async (_deps, { id }) => ({
  messageId: `<${id}@localhost>`,
  from: 'gifts@example.net',
  to: { name: '', address: 'noor@example.org' },
  subject: 'News',
  html: '<p>News</p>',
  text: 'News',
});

forEachDatabase((engine) => {
  let app: TestApp;
  const put = (dedupeKey: string, kind: JobKind = 'receipt'): Promise<void> =>
    inTransaction(app.deps.db, (tx) => enqueue(app.deps, tx, { kind, dedupeKey, payload: {} }));
  const putMany = async (count: number): Promise<void> => {
    for (let number = 1; number <= count; number += 1) await put(`receipt:${number}`);
  };
  const statuses = async () =>
    (await app.deps.db.read.selectFrom('outbox').select('status').execute()).map(({ status }) => status);

  describe('emails after an outage of the mail server', () => {
    let smtp: MailServer;
    let handlers: JobHandlers;
    beforeEach(async () => {
      smtp = await startMailServer();
      app = await startApp(engine, { mail: patientSmtp(smtp.url) });
      handlers = mailHandlers(app.deps, { receipt: writeMail });
    });
    afterEach(async () => {
      await app.close();
      await smtp.close();
    });

    test.each([
      ['an hour', 1],
      ['a month', 30 * 24],
    ])('are all sent within ten seconds of its return, even after %s', async (_length, hours) => {
      await putMany(4);
      const port = Number(new URL(smtp.url).port);
      await smtp.close();
      for (let attempt = 0; attempt < attemptsMax + 5; attempt += 1) {
        expect((await workOutbox(app.deps, handlers)).dead).toBe(0);
        app.clock.advance((hours * hourMs) / (attemptsMax + 5));
      }
      expect(await workOutbox(app.deps, handlers)).toMatchObject({ unavailable: 4 });
      smtp = await startMailServer(port);
      app.clock.advance(unavailableDelayMs);
      expect(await workOutbox(app.deps, handlers)).toMatchObject({ done: 4 });
      expect(smtp.received).toHaveLength(4);
    });

    test('are retried with growing delays if the server then refuses them', async () => {
      await putMany(1);
      smtp.mode = 'busy';
      await workOutbox(app.deps, handlers);
      app.clock.advance(unavailableDelayMs);
      smtp.mode = 'refuses';
      for (let attempt = 1; attempt < attemptsMax; attempt += 1) {
        expect(await workOutbox(app.deps, handlers)).toMatchObject({ postponed: 1 });
        app.clock.advance(retryDelayMs(attempt));
      }
      expect(await workOutbox(app.deps, handlers)).toMatchObject({ dead: 1 });
    });
  });

  describe('a mail lane', () => {
    beforeEach(async () => {
      app = await startApp(engine);
    });
    afterEach(() => app.close());

    const laneOn = (mail: MailTransport) =>
      createMailLane(app.deps, 'receipts', mailHandlers({ ...app.deps, mail }, { receipt: writeMail }));

    test('sends three emails at a time, without a pause while there are more', async () => {
      await putMany(4);
      const open: (() => void)[] = [];
      const send = async (): Promise<void> => {
        const { promise, resolve } = Promise.withResolvers<void>();
        open.push(resolve);
        return promise;
      };
      const work = laneOn({ send });
      const first = work();
      await expect.poll(() => open.length).toBe(3);
      for (const finish of open) finish();
      expect(await first).toBe(0);
      const second = work();
      await expect.poll(() => open.length).toBe(4);
      open.at(-1)!();
      expect([await second, await work()]).toEqual([0, 1000]);
    });

    test('tries one email every five seconds while the mail server is unavailable, and then sends the others', async () => {
      await putMany(5);
      let isUp = false;
      let tries = 0;
      const work = laneOn({
        send: async () => {
          tries += 1;
          if (!isUp) throw new MailServerUnavailable('the mail server is unavailable: ESOCKET at CONN');
        },
      });
      const pauses = [];
      for (let round = 0; round < 3; round += 1) pauses.push(await work(), tries);
      expect(pauses).toEqual([5000, 3, 5000, 4, 5000, 5]);
      expect(app.logged.filter(({ msg }) => msg === 'the mail server is unavailable; emails wait')).toHaveLength(1);
      isUp = true;
      app.clock.advance(unavailableDelayMs);
      expect([await work(), await work(), await work(), await work()]).toEqual([0, 0, 0, 1000]);
      expect(app.logged.filter(({ msg }) => msg === 'the mail server responds again')).toHaveLength(1);
      expect(new Set(await statuses())).toEqual(new Set(['done']));
    });

    test('does not delay other emails when one always breaks the connection, and stops trying that one', async () => {
      await put('receipt:broken');
      let accepted = 0;
      const broken = await app.deps.db.read.selectFrom('outbox').select('id').executeTakeFirstOrThrow();
      const work = laneOn({
        send: async ({ messageId }) => {
          if (messageId === `<${broken.id}@localhost>`)
            throw new MailServerUnavailable('the mail server is unavailable: ECONNECTION at CONN');
          accepted += 1;
        },
      });
      await work();
      for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
        await put(`receipt:${attempt}`);
        await work();
        expect(accepted).toBe(attempt);
        app.clock.advance(retryDelayMs(attempt));
        await work();
      }
      expect((await statuses()).toSorted()).toEqual(['dead', ...Array.from({ length: attemptsMax }, () => 'done')]);
    });

    test('does not pause when one email breaks the connection and others get through', async () => {
      await put('receipt:broken');
      const broken = await app.deps.db.read.selectFrom('outbox').select('id').executeTakeFirstOrThrow();
      app.clock.advance(1);
      await putMany(5);
      let accepted = 0;
      const work = laneOn({
        send: async ({ messageId }) => {
          if (messageId === `<${broken.id}@localhost>`)
            throw new MailServerUnavailable('the mail server is unavailable: ECONNECTION at CONN');
          accepted += 1;
        },
      });
      expect([await work(), await work(), await work(), accepted]).toEqual([0, 0, 1000, 5]);
      expect(app.logged).toEqual([]);
    });

    test('sends few copies of an email whose delivery the mail server never confirms', async () => {
      await putMany(1);
      let copies = 0;
      const work = laneOn({
        send: async () => {
          copies += 1;
          throw new MailServerUnavailable('the mail server is unavailable: ETIMEDOUT', { mayBeDelivered: true });
        },
      });
      for (let minute = 0; minute < 60; minute += 1) {
        expect(await work()).toBe(5000);
        app.clock.advance(hourMs / 60);
      }
      expect(copies).toBe(6);
    });

    test('sends no second copy when the database is down just after the mail server has accepted the first', async () => {
      await putMany(1);
      let accepted = 0;
      let failures = 0;
      const { db } = app.deps;
      const failing = {
        ...db,
        get write() {
          if (accepted === 0 || failures === 2) return db.write;
          failures += 1;
          throw new DatabaseUnavailable(new Error('it restarts'));
        },
      };
      const mail = { send: async () => void (accepted += 1) };
      const deps = { ...app.deps, db: failing, mail };
      const work = createMailLane(deps, 'receipts', mailHandlers(deps, { receipt: writeMail }));
      expect([await work(), failures, await statuses()]).toEqual([0, 2, ['done']]);
      app.clock.advance(hourMs);
      expect([await work(), accepted]).toEqual([1000, 1]);
    });

    test('sends a receipt immediately while a whole newsletter waits and one of its emails is being sent', async () => {
      for (let number = 1; number <= 100; number += 1) await put(`newsletter:${number}`, 'newsletter');
      app.clock.advance(1);
      await put('receipt:1');
      const workOf = (lane: MailLane, mail: MailTransport) => {
        const writers = Object.fromEntries(kindsIn(lane).map((kind) => [kind, writeMail]));
        return createMailLane(app.deps, lane, mailHandlers({ ...app.deps, mail }, writers))();
      };
      const sentKinds = async () =>
        (await app.deps.db.read.selectFrom('outbox').select('kind').where('status', '=', 'done').execute())
          .map(({ kind }) => kind)
          .toSorted();
      const accepted = Promise.withResolvers<void>();
      let onTheirWay = 0;
      const bulk = workOf('bulk', {
        send: async () => {
          onTheirWay += 1;
          return accepted.promise;
        },
      });
      await expect.poll(() => onTheirWay).toBe(1);
      await workOf('receipts', { send: async () => undefined });
      expect(await sentKinds()).toEqual(['receipt']);
      accepted.resolve();
      await bulk;
      expect(await sentKinds()).toEqual(['newsletter', 'receipt']);
      expect(onTheirWay).toBe(1);
    });

    test('sends every email once when several processes share it', async () => {
      await putMany(40);
      const sent: string[] = [];
      const drain = async (): Promise<void> => {
        const work = laneOn({ send: async ({ messageId }) => void sent.push(messageId) });
        while ((await work()) === 0);
      };
      while ((await statuses()).includes('waiting')) await Promise.all([drain(), drain(), drain()]);
      expect([sent.length, new Set(sent).size]).toEqual([40, 40]);
    });
  });
});
