import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { moneyDeskAnswer, type MoneyDeskAnswer } from '#contract/money-desk.ts';
import { reconcile } from '#server/payments/index.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { signIn, signInAdmin } from '#test/support/accounts/signed-in.ts';

forEachDatabase((engine) => {
  describe('the money desk', () => {
    let world: AppWithSandbox;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(() => world.close());

    const request = (cookie: string) =>
      world.app.server.inject({ method: 'GET', url: '/api/admin/money', headers: { cookie } });
    const read = async (): Promise<MoneyDeskAnswer> =>
      moneyDeskAnswer.parse((await request(await signInAdmin(world.app))).json());

    test('is empty before the first donation', async () => {
      const counts = { donations: 0, refunded: 0, disputed: 0, quarantined: 0, waiting: 0, deadJobs: 0 };
      expect(await read()).toEqual({
        runs: [],
        quarantined: [],
        counts,
        disputeLosses: [],
        restore: null,
        lostPlans: [],
      });
    });

    test('lists the latest five runs of each scope, newest first', async () => {
      await world.pay();
      for (let run = 0; run < 7; run += 1) {
        await world.advance(60);
        await reconcile(world.app.deps, 'open');
      }
      await reconcile(world.app.deps, 'recent');
      const { runs } = await read();
      expect(runs.map(({ scope }) => scope)).toEqual(['recent', 'open', 'open', 'open', 'open', 'open']);
      expect(runs[0]).toMatchObject({ status: 'finished', feesBooked: 1, unknownAtProvider: [] });
      expect(runs.slice(1).map(({ startedAt }) => startedAt)).toEqual(
        runs
          .slice(1)
          .map(({ startedAt }) => startedAt)
          .toSorted()
          .toReversed(),
      );
    });

    test('lists quarantined events with the ids that they name', async () => {
      const { sessionId } = await world.openCheckout();
      const changes = { amount_total: 1, payment_status: 'paid', status: 'complete' };
      const { eventId } = await world.control.forgeEvent({ checkoutSessionId: sessionId, changes });
      await world.control.deliverWebhooks();
      const { quarantined, counts } = await read();
      expect(quarantined).toEqual([
        {
          provider: 'stripe',
          eventId,
          reason: 'other_amount',
          quarantinedAt: world.app.clock.now().toISOString(),
          ids: expect.arrayContaining([sessionId, expect.stringMatching(/^int_/)]),
        },
      ]);
      expect(counts.quarantined).toBe(1);
    });

    test('counts donations, and those with refunds', async () => {
      await world.pay();
      const [payment] = await world.control.readPayments();
      await world.pay();
      await world.control.refund(payment?.paymentIntentId ?? '', 100);
      await world.control.refund(payment?.paymentIntentId ?? '', 100);
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect((await read()).counts).toMatchObject({ donations: 2, refunded: 1, disputed: 0, waiting: 0 });
    });

    test('adds up what disputes cost beyond their donations', async () => {
      await world.pay();
      const [payment] = await world.control.readPayments();
      await world.control.refund(payment?.paymentIntentId ?? '', 200);
      await world.control.openDispute(payment?.paymentIntentId ?? '', { amountMinor: 524 });
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await read()).toMatchObject({
        counts: { refunded: 1, disputed: 1, quarantined: 0 },
        disputeLosses: [{ amount: 2, currency: 'CAD' }],
      });
    });

    test('is for administrators only', async () => {
      expect((await request('')).statusCode).toBe(401);
      expect((await request((await signIn(world.app)).cookie)).statusCode).toBe(403);
    });
  });
});
