import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { paypalSentences } from '#contract/paypal.ts';
import { refusal } from '#test/support/call-app.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { startPaymentWorld, type PaymentWorld } from '#test/support/payment-world.ts';
import { orderBody, paypalPage } from '#test/support/paypal-calls.ts';

const orders = '/v2/checkout/orders';
const oneOrder = '/v2/checkout/orders/*';
const captureCall = '/v2/checkout/orders/*/capture';

forEachDatabase((engine) => {
  describe(`PayPal with faults on ${engine}`, () => {
    let world: PaymentWorld;
    const donations = () => world.app.deps.db.read.selectFrom('donations').selectAll().execute();
    const ordersMade = () => [...world.sandbox.sandbox.store.paypalOrders.values()].length;

    beforeEach(async () => {
      world = await startPaymentWorld(engine);
    });
    afterEach(async () => {
      expect(await world.disagreements()).toEqual([]);
      await world.close();
    });

    test.each(['status', 'cut', 'odd_json'] as const)(
      'an order whose answer is lost after it was made (%s) is asked for again and made once',
      async (kind) => {
        await world.control.armApiFault({ kind, moment: 'after_effect', method: 'POST', path: orders });
        await paypalPage(world.app).order();
        expect(ordersMade()).toBe(1);
      },
    );

    test('a PayPal that makes no order is a sentence, and the same click later makes one', async () => {
      const page = paypalPage(world.app);
      const key = { 'idempotency-key': 'click-number-1' };
      await world.control.armApiFault({ kind: 'status', status: 503, method: 'POST', path: orders, times: 2 });
      const refused = await page.askOrder(orderBody(), key);
      expect([refused.statusCode, refused.json<unknown>()]).toEqual([
        502,
        refusal('provider_unavailable', paypalSentences.unavailable),
      ]);
      const made = await page.askOrder(orderBody(), key);
      expect(made.statusCode).toBe(200);
      expect(await world.app.deps.db.read.selectFrom('donation_intents').select('status').execute()).toHaveLength(1);
    });

    test.each([
      ['status', 'before_effect'],
      ['status', 'after_effect'],
      ['cut', 'before_effect'],
      ['cut', 'after_effect'],
      ['odd_json', 'after_effect'],
    ] as const)('a capture whose answer is lost (%s, %s) takes the money once', async (kind, moment) => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId);
      await world.control.armApiFault({ kind, moment, method: 'POST', path: captureCall });
      expect((await page.capture(orderId)).json<unknown>()).toMatchObject({ status: 'settled' });
      expect([await world.control.readCaptures(), await donations()].map((rows) => rows.length)).toEqual([1, 1]);
    });

    test('JSON that is no order, with status 200, is no capture', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId);
      await world.control.armApiFault({ kind: 'odd_json', status: 200, method: 'POST', path: captureCall, times: 2 });
      const unanswered = await page.capture(orderId);
      expect([unanswered.statusCode, unanswered.json<unknown>()]).toEqual([
        502,
        refusal('provider_unavailable', paypalSentences.captureUnanswered),
      ]);
      expect(await donations()).toEqual([]);
      expect((await page.capture(orderId)).json<unknown>()).toMatchObject({ status: 'settled' });
    });

    test('a capture that nothing is heard of, though the money was taken, is told by the webhook', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId);
      await world.control.armApiFault({ kind: 'cut', moment: 'after_effect', method: 'POST', path: captureCall });
      await world.control.armApiFault({ kind: 'status', status: 500, method: 'GET', path: oneOrder });
      await page.capture(orderId);
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await donations()).toHaveLength(1);
      expect((await page.capture(orderId)).json<unknown>()).toMatchObject({ status: 'settled' });
    });

    test('an order captured by somebody else’s hand is settled by what it says', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.armWebhookFault({ kind: 'drop', eventTypes: null, times: 9 });
      await world.control.approveOrder(orderId);
      const token = await accessToken(world);
      await fetch(`${world.sandbox.url}/v2/checkout/orders/${orderId}/capture`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '{}',
      });
      expect((await page.capture(orderId)).json<unknown>()).toMatchObject({ status: 'settled' });
      expect(await donations()).toHaveLength(1);
    });

    test('a slow PayPal is waited for, within the donor’s patience', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId);
      await world.control.armApiFault({
        kind: 'slow',
        slowMs: 4500,
        moment: 'after_effect',
        method: 'POST',
        path: captureCall,
      });
      expect((await page.capture(orderId)).json<unknown>()).toMatchObject({ status: 'settled' });
      expect(await world.control.readCaptures()).toHaveLength(1);
    }, 15_000);
  });
});

async function accessToken({ sandbox }: PaymentWorld): Promise<string> {
  const { clientId, clientSecret } = sandbox.sandbox.config.paypal;
  const answer = await fetch(`${sandbox.url}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}
