import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { captureAtPayPal, paypalPage } from '#test/support/payments/paypal-calls.ts';

forEachDatabase((engine) => {
  describe('the deadline for evidence about a dispute', () => {
    let world: AppWithSandbox;
    const deadlines = async () => {
      await world.sandbox.sandbox.webhooks.whenIdle();
      const rows = await world.app.deps.db.read.selectFrom('dispute_deadlines').selectAll().execute();
      return rows.map(({ provider, evidence_due_at: dueAt }) => [provider, dueAt !== null && dueAt > nowText()]);
    };
    const nowText = () => world.app.clock.now().toISOString();
    const paymentId = async () =>
      (
        await world.app.deps.db.read
          .selectFrom('donation_intents')
          .select('provider_payment_id')
          .executeTakeFirstOrThrow()
      ).provider_payment_id ?? '';

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(() => world.close());

    test('is Stripe’s while Stripe waits for us, and there is none after the decision', async () => {
      await world.pay();
      const { disputeId } = await world.control.openDispute(await paymentId());
      expect(await deadlines()).toEqual([['stripe', true]]);
      await world.control.decideDispute(disputeId, 'lost');
      expect(await deadlines()).toEqual([['stripe', false]]);
    });

    test('is PayPal’s while PayPal waits for us, and there is none after the decision', async () => {
      const orderId = await paypalPage(world.app).order();
      await world.control.approveOrder(orderId, 'balance', 'payer@example.org');
      captureAtPayPal(world, orderId);
      await world.sandbox.sandbox.webhooks.whenIdle();
      const { disputeId } = await world.control.openPayPalDispute(await paymentId());
      expect(await deadlines()).toEqual([['paypal', true]]);
      await world.control.decidePayPalDispute(disputeId, 'buyer');
      expect(await deadlines()).toEqual([['paypal', false]]);
    });
  });
});
