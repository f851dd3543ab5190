import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PlanResponse } from '#contract/plan.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { ownOrigin } from '#test/support/app/start-app.ts';
import { cancelPlanJob } from './index.ts';

forEachDatabase((engine) => {
  describe('a plan whose charge is disputed', () => {
    let world: AppWithSandbox;
    let donor: SignedIn;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      donor = await signIn(world.app);
    });
    afterEach(async () => {
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    const headers = () => ({ origin: ownOrigin, cookie: donor.cookie });
    const plan = async (): Promise<PlanResponse | undefined> => {
      const response = await world.app.server.inject({ url: '/api/plans', headers: headers() });
      return response.json<PlanResponse[]>()[0];
    };
    const work = () => workOutbox(world.app.deps, { cancel_plan: cancelPlanJob });

    /** Starts a plan and pays the first month. Returns the payment. */
    async function startPlan(): Promise<string> {
      await world.pay(checkoutBody({ donation: { recurring: true } }), donor.cookie);
      const [payment] = await world.control.readPayments();
      return payment?.paymentIntentId ?? '';
    }

    /** Starts a plan whose first payment is disputed. Returns the dispute. */
    async function startDisputedPlan(): Promise<string> {
      const { disputeId } = await world.control.openDispute(await startPlan());
      await world.sandbox.sandbox.webhooks.whenIdle();
      return disputeId;
    }

    test('ends when the dispute is lost, and is not charged again', async () => {
      const disputeId = await startDisputedPlan();
      expect(await work()).toMatchObject({ done: 0 });
      await world.control.decideDispute(disputeId, 'lost');
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await work()).toMatchObject({ done: 1 });
      expect(await plan()).toMatchObject({ status: 'ended' });
      await world.advance(40 * 24 * 60 * 60);
      expect(await world.control.readPayments()).toHaveLength(1);
    });

    test('lists the reversal state of each charge, as the history does', async () => {
      const charges = async () => {
        const url = `/api/plans/${(await plan())?.id}/charges`;
        return (await world.app.server.inject({ url, headers: headers() })).json<object[]>();
      };
      const paymentId = await startPlan();
      expect(await charges()).toMatchObject([{ amount: 5.24, status: 'paid' }]);
      await world.control.refund(paymentId, 100);
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await charges()).toMatchObject([{ amount: 5.24, status: 'partly_refunded' }]);
      await world.control.openDispute(paymentId);
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await charges()).toMatchObject([{ amount: 5.24, status: 'disputed' }]);
    });

    test('ends at an early fraud warning, before there is a dispute', async () => {
      const paymentId = await startPlan();
      for (let time = 0; time < 2; time += 1) await world.control.warnOfFraud(paymentId);
      await world.sandbox.sandbox.webhooks.whenIdle();
      await work();
      expect(await plan()).toMatchObject({ status: 'ended' });
      await world.advance(40 * 24 * 60 * 60);
      expect(await world.control.readPayments()).toHaveLength(1);
    });

    test('continues when the dispute is won', async () => {
      await world.control.decideDispute(await startDisputedPlan(), 'won');
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await work()).toMatchObject({ done: 0 });
      expect(await plan()).toMatchObject({ status: 'active' });
    });
  });
});
