import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PlanAnswer } from '#contract/recurring.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import { checkoutBody } from '#test/support/checkout-body.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { startPaymentWorld, type PaymentWorld } from '#test/support/payment-world.ts';
import { signIn, type SignedIn } from '#test/support/signed-in.ts';
import { ownOrigin } from '#test/support/start-app.ts';
import { cancelPlanJob } from './index.ts';

forEachDatabase((engine) => {
  describe(`a monthly gift whose charge is disputed, on ${engine}`, () => {
    let world: PaymentWorld;
    let donor: SignedIn;

    beforeEach(async () => {
      world = await startPaymentWorld(engine);
      donor = await signIn(world.app);
    });
    afterEach(async () => {
      expect(await world.disagreements()).toEqual([]);
      await world.close();
    });

    const headers = () => ({ origin: ownOrigin, cookie: donor.cookie });
    const plan = async (): Promise<PlanAnswer | undefined> => {
      const answer = await world.app.server.inject({ url: '/api/plans', headers: headers() });
      return answer.json<PlanAnswer[]>()[0];
    };
    const work = () => workOutbox(world.app.deps, { cancel_plan: cancelPlanJob });

    /** Signs up for a gift and pays the first month; the payment. */
    async function give(): Promise<string> {
      await world.pay(checkoutBody({ donation: { recurring: true } }), donor.cookie);
      const [payment] = await world.control.readBooks();
      return payment?.paymentIntentId ?? '';
    }

    /** The same, and has the bank dispute it; the dispute. */
    async function giveAndDispute(): Promise<string> {
      const { disputeId } = await world.control.openDispute(await give());
      await world.sandbox.sandbox.webhooks.whenIdle();
      return disputeId;
    }

    test('ends when the dispute is lost, and is charged no more', async () => {
      const disputeId = await giveAndDispute();
      expect(await work()).toMatchObject({ done: 0 });
      await world.control.decideDispute(disputeId, 'lost');
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await work()).toMatchObject({ done: 1 });
      expect(await plan()).toMatchObject({ status: 'ended' });
      await world.advance(40 * 24 * 60 * 60);
      expect(await world.control.readBooks()).toHaveLength(1);
    });

    test('tells of each charge how it stands, as the history does', async () => {
      const charges = async () => {
        const url = `/api/plans/${(await plan())?.id}/charges`;
        return (await world.app.server.inject({ url, headers: headers() })).json<object[]>();
      };
      const paymentId = await give();
      expect(await charges()).toMatchObject([{ amount: 5.24, status: 'paid' }]);
      await world.control.refund(paymentId, 100);
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await charges()).toMatchObject([{ amount: 5.24, status: 'partly_refunded' }]);
      await world.control.openDispute(paymentId);
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await charges()).toMatchObject([{ amount: 5.24, status: 'disputed' }]);
    });

    test('ends when the card’s network warns of fraud, before there is a dispute', async () => {
      const paymentId = await give();
      for (let time = 0; time < 2; time += 1) await world.control.warnOfFraud(paymentId);
      await world.sandbox.sandbox.webhooks.whenIdle();
      await work();
      expect(await plan()).toMatchObject({ status: 'ended' });
      await world.advance(40 * 24 * 60 * 60);
      expect(await world.control.readBooks()).toHaveLength(1);
    });

    test('goes on when the dispute is won', async () => {
      await world.control.decideDispute(await giveAndDispute(), 'won');
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await work()).toMatchObject({ done: 0 });
      expect(await plan()).toMatchObject({ status: 'active' });
    });
  });
});
