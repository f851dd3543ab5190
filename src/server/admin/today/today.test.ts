import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { todayResponse, type TodayResponse } from '#contract/admin/today.ts';
import { specRates } from '#domain/money/exchange.ts';
import { reconcile } from '#server/payments/index.ts';
import { signIn, signInAdmin } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { insertActivePlan } from '#test/support/payments/active-subscriptions.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';

const dayMs = 24 * 60 * 60 * 1000;

forEachDatabase((engine) => {
  describe('what needs review on Today', () => {
    let world: AppWithSandbox;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(() => world.close());

    const read = async (): Promise<TodayResponse> => {
      const headers = { cookie: await signInAdmin(world.app) };
      return todayResponse.parse(
        (await world.app.server.inject({ method: 'GET', url: '/api/admin/today', headers })).json(),
      );
    };

    const insertRun = (result: object) => {
      const at = world.app.clock.now().toISOString();
      const run = {
        id: `rec_${at}`,
        scope: 'recent',
        status: 'finished',
        since: at,
        started_at: at,
        finished_at: at,
      } as const;
      return world.app.deps.db.write
        .insertInto('reconciliation_runs')
        .values({ ...run, result: JSON.stringify(result) })
        .execute();
    };

    test('is nothing before the first donation, and nothing has been verified yet', async () => {
      const today = await read();
      expect(today).toMatchObject({ verifiedAt: null, review: [], monthly: { due: [], failing: 0, waiting: 0 } });
      expect(today.ratesSetOn).toBe(specRates.setOn);
    });

    test('is nothing after a complete reconciliation, and everything was verified at that time', async () => {
      await world.pay();
      await reconcile(world.app.deps, 'recent');
      expect(await read()).toMatchObject({ verifiedAt: world.app.clock.now().toISOString(), review: [] });
    });

    test('is an overdue reconciliation after more than a day', async () => {
      await reconcile(world.app.deps, 'recent');
      await world.advance(27 * 60 * 60);
      expect((await read()).review).toEqual([{ kind: 'reconciliation', count: 1 }]);
    });

    test('is a reconciliation that could not reach a provider', async () => {
      await reconcile(world.app.deps, 'recent');
      await world.control.armApiFault({ kind: 'status', status: 503, method: 'GET', times: 100 });
      await reconcile(world.app.deps, 'recent');
      expect((await read()).review).toEqual([{ kind: 'reconciliation', count: 1 }]);
    });

    test('is a payment that the provider does not know, until it is known again', async () => {
      await world.pay();
      const [unknown] = await world.app.deps.db.read.selectFrom('donation_intents').select('id').execute();
      await insertRun({ unknownAtProvider: [unknown?.id] });
      expect((await read()).review).toEqual([{ kind: 'differences', count: 1 }]);
      await world.advance(60);
      await insertRun({});
      expect((await read()).review).toEqual([]);
    });

    test('is a payment with quarantined events, counted once', async () => {
      const { sessionId } = await world.openCheckout();
      for (const amount of [1, 2]) {
        const changes = { amount_total: amount, payment_status: 'paid', status: 'complete' };
        await world.control.forgeEvent({ checkoutSessionId: sessionId, changes });
      }
      await world.control.deliverWebhooks();
      const events = await world.app.deps.db.read.selectFrom('quarantined_events').select('event_id').execute();
      expect(events.length).toBe(2);
      expect((await read()).review).toEqual([{ kind: 'quarantined', count: 1 }]);
    });

    test('is a dispute until it is decided', async () => {
      await world.pay();
      const [payment] = await world.control.readPayments();
      const { disputeId } = await world.control.openDispute(payment?.paymentIntentId ?? '', { amountMinor: 524 });
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect((await read()).review).toEqual([{ kind: 'disputes', count: 1 }]);
      await world.control.decideDispute(disputeId, 'lost');
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect((await read()).review).toEqual([]);
    });

    test('is a job that failed for good, an email held after a restore and a refund of an unknown payment', async () => {
      await world.pay();
      const { write } = world.app.deps.db;
      await write.updateTable('outbox').set({ status: 'dead' }).where('kind', '=', 'receipt').execute();
      expect((await read()).review).toEqual([{ kind: 'deadJobs', count: 1 }]);
      await write.updateTable('outbox').set({ status: 'held' }).where('kind', '=', 'receipt').execute();
      expect((await read()).review).toEqual([{ kind: 'heldEmails', count: 1 }]);
      const [payment] = await world.control.readPayments();
      await world.control.refund(payment?.paymentIntentId ?? '', 100);
      await world.sandbox.sandbox.webhooks.whenIdle();
      await write.updateTable('reversals').set({ intent_id: null }).execute();
      expect((await read()).review).toContainEqual({ kind: 'unknownPayments', count: 1 });
    });

    test('is a monthly donation whose account was lost', async () => {
      const planId = await insertActivePlan(world.app, await signIn(world.app));
      await world.app.deps.db.write
        .updateTable('plans')
        .set({ donor_id: 'usr_lost' })
        .where('id', '=', planId)
        .execute();
      expect((await read()).review).toEqual([{ kind: 'lostPlans', count: 1 }]);
    });

    test('is shown with the monthly donations that are charged within seven days, those that fail and those that wait', async () => {
      const donor = await signIn(world.app);
      const chargeIn = async (
        days: number,
        status: 'active' | 'past_due' | 'paused',
        waitingSince: string | null = null,
      ): Promise<void> => {
        const id = await insertActivePlan(world.app, donor);
        const at = new Date(world.app.clock.now().getTime() + days * dayMs).toISOString();
        await world.app.deps.db.write
          .updateTable('plans')
          .set({ next_charge_at: at, status, waiting_since: waitingSince })
          .where('id', '=', id)
          .execute();
      };
      await chargeIn(1, 'active');
      await chargeIn(6, 'active');
      await chargeIn(8, 'active');
      await chargeIn(2, 'paused');
      await chargeIn(2, 'past_due');
      await chargeIn(2, 'active', world.app.clock.now().toISOString());
      const due = [{ count: 2, total: 10.48, currency: 'CAD' }];
      expect((await read()).monthly).toEqual({ due, failing: 1, waiting: 1 });
    });

    test('is shown with the emails that wait, by lane', async () => {
      await world.pay();
      const { mail } = await read();
      expect(mail.filter(({ waiting }) => waiting > 0)).toEqual([
        { lane: 'receipts', waiting: 1, oldestAt: world.app.clock.now().toISOString() },
      ]);
    });
  });
});
