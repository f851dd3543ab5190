import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Deps } from '#server/deps.ts';
import { mailWriters } from '#server/mail-writers.ts';
import { mailHandlers } from '#server/mail/mail-writer.ts';
import { workOutbox, type JobHandlers } from '#server/outbox/worker.ts';
import { paymentJobs } from '#server/payments/index.ts';
import type { MailMessage } from '#server/ports/mail-transport.ts';
import { startSchedule } from '#server/schedule.ts';
import { signInAdmin } from '../support/accounts/signed-in.ts';
import { postText } from '../support/app/call-app.ts';
import { startApp, type TestApp } from '../support/app/start-app.ts';
import { startDatabaseProxy } from '../support/app/tcp-proxy.ts';
import { builtMails } from '../support/mail/built-mails.ts';
import { startAppWithSandbox, type AppWithSandbox } from '../support/payments/app-with-sandbox.ts';
import { providerVariables } from '../support/payments/silent-sandbox.ts';

const leaseSeconds = 5 * 60;
const patience = { timeout: 120_000 };

describe('scheduled work of two servers on one PostgreSQL', () => {
  let world: AppWithSandbox;
  let second: TestApp;
  /** The network between the second server and the database. */
  let network: Awaited<ReturnType<typeof startDatabaseProxy>>;
  let sent: MailMessage[];

  beforeEach(async () => {
    sent = [];
    const mails = { mail: { send: async (message: MailMessage) => void sent.push(message) }, renderMail: builtMails() };
    world = await startAppWithSandbox('postgres', mails);
    network = await startDatabaseProxy(world.app.deps.config.databaseUrl ?? '');
    second = await startApp('postgres', {
      ...mails,
      clock: world.app.clock,
      databaseUrl: network.url,
      environment: { ...providerVariables(world.sandbox), TIME_LIMIT_FACTOR: '5' }, // notices a dead network in seconds
    });
  });
  afterEach(async () => {
    await second.close();
    await network.close();
    await world.close();
  });

  const jobDeps = ({ deps }: TestApp): Deps => ({ ...deps, db: deps.db.patient });
  const handlersOf = (app: TestApp): JobHandlers => ({ ...mailHandlers(jobDeps(app), mailWriters), ...paymentJobs });
  const requestRefund = async (donationId: string): Promise<void> => {
    const body = '{"amount":2,"expectedRemaining":5.24,"reason":"Asked for it"}';
    const headers = { cookie: await signInAdmin(world.app), 'idempotency-key': `refund-${donationId}` };
    const { statusCode } = await postText(world.app, `/api/admin/donations/${donationId}/refund`, body, headers);
    expect(statusCode).toBe(200);
  };
  const jobs = (kind: 'receipt' | 'refund_payment') =>
    world.app.deps.db.read.selectFrom('outbox').select(['status', 'attempts']).where('kind', '=', kind).execute();
  const refundedMinor = async (): Promise<number[]> =>
    (await world.control.readPayments()).map(({ amountRefundedMinor }) => amountRefundedMinor);

  /** Does a job at the second server and cuts its network before it records the result. `end` resolves when it gives up. */
  async function workAndLoseNetwork(kind: 'receipt' | 'refund_payment'): Promise<{ readonly end: Promise<unknown> }> {
    const isDone = Promise.withResolvers<void>();
    const work = handlersOf(second)[kind];
    const end = workOutbox(jobDeps(second), {
      [kind]: async (...job: Parameters<NonNullable<typeof work>>) => {
        const outcome = await work?.(...job);
        network.dropPackets();
        isDone.resolve();
        return outcome;
      },
    });
    await isDone.promise;
    return { end: Promise.allSettled([end]) };
  }

  test('is done once when both servers work at the same time', async () => {
    const donations = [];
    for (let count = 0; count < 4; count += 1) donations.push((await world.pay()).donationId);
    for (const donationId of donations.slice(0, 2)) await requestRefund(donationId);
    const schedules = [world.app, second].map((app) => startSchedule(jobDeps(app), handlersOf(app)));
    await vi.waitUntil(async () => {
      const open = await world.app.deps.db.read
        .selectFrom('outbox')
        .select('id')
        .where('status', '=', 'waiting')
        .where('kind', 'in', ['receipt', 'refund_payment'])
        .execute();
      return open.length === 0;
    }, patience);
    await world.sandbox.sandbox.webhooks.whenIdle();
    await Promise.all(schedules.map((schedule) => schedule.stop()));
    expect((await refundedMinor()).toSorted((one, other) => one - other)).toEqual([0, 0, 200, 200]);
    expect(await jobs('refund_payment')).toEqual([0, 1].map(() => ({ status: 'done', attempts: 1 })));
    expect(await jobs('receipt')).toEqual(donations.map(() => ({ status: 'done', attempts: 1 })));
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(sent.length);
    expect(await world.discrepancies()).toEqual([]);
  });

  test('is taken over by the other server after the server that did it has lost its network', async () => {
    const reconciliations = async (): Promise<number> =>
      (
        await world.app.deps.db.read
          .selectFrom('reconciliation_runs')
          .select('id')
          .where('scope', '=', 'open')
          .execute()
      ).length;
    const lost = startSchedule(jobDeps(second), {});
    await vi.waitUntil(async () => (await reconciliations()) === 1, patience);
    await startSchedule(jobDeps(world.app), {}).stop(); // ends after a round of each kind
    expect(await reconciliations()).toBe(1);
    network.dropPackets();
    await world.advance(60);
    await startSchedule(jobDeps(world.app), {}).stop();
    expect(await reconciliations()).toBe(2);
    await lost.stop();
    expect(await world.discrepancies()).toEqual([]);
  });

  test('that moved money is taken over when its server loses the network, and moves the money only once', async () => {
    const { donationId } = await world.pay();
    await requestRefund(donationId);
    const lost = await workAndLoseNetwork('refund_payment');
    expect(await workOutbox(jobDeps(world.app), paymentJobs)).toMatchObject({ done: 0 }); // still leased
    await world.advance(leaseSeconds + 1);
    expect(await workOutbox(jobDeps(world.app), paymentJobs)).toMatchObject({ done: 1 });
    await lost.end;
    expect(await refundedMinor()).toEqual([200]);
    expect(await jobs('refund_payment')).toEqual([{ status: 'done', attempts: 2 }]);
    expect(await world.discrepancies()).toEqual([]);
  });

  test('that sent an email is taken over when its server loses the network, and the copy has the same Message-ID', async () => {
    await world.pay();
    const lost = await workAndLoseNetwork('receipt');
    await world.advance(leaseSeconds + 1);
    await workOutbox(jobDeps(world.app), mailHandlers(jobDeps(world.app), mailWriters));
    await lost.end;
    expect(sent).toHaveLength(2);
    expect(sent[1]?.messageId).toBe(sent[0]?.messageId);
    expect(await jobs('receipt')).toEqual([{ status: 'done', attempts: 2 }]);
  });
});
