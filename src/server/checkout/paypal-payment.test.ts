import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paypalSentences } from '#contract/paypal.ts';
import { refusal } from '#test/support/call-app.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { startPaymentWorld, type PaymentWorld } from '#test/support/payment-world.ts';
import { orderBody, paypalPage } from '#test/support/paypal-calls.ts';

forEachDatabase((engine) => {
  describe('a payment by PayPal', () => {
    let world: PaymentWorld;
    beforeAll(async () => {
      world = await startPaymentWorld(engine);
    });
    afterAll(() => world.close());

    const intentOf = (orderId: string) =>
      world.app.deps.db.read
        .selectFrom('donation_intents')
        .selectAll()
        .where('provider_session_id', '=', orderId)
        .executeTakeFirstOrThrow();

    test('that was approved and captured is a donation', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId);
      const captured = await page.capture(orderId);
      const intent = await intentOf(orderId);
      expect(captured.json<unknown>()).toEqual({ id: orderId, status: 'settled', url: intent.success_url });
      expect(intent).toMatchObject({ provider: 'paypal', status: 'settled', charge_total_minor: 524 });
      expect(await world.disagreements()).toEqual([]);
    });

    test('that nobody approved is not captured', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order(orderBody('EUR'));
      const captured = await page.capture(orderId);
      expect(captured.statusCode).toBe(409);
      expect(captured.json<unknown>()).toEqual(refusal('order_not_approved', paypalSentences.orderNotApproved));
    });
  });
});
