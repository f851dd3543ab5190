import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { paypalSentences } from '#contract/paypal.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { orderBody, paypalPage } from '#test/support/payments/paypal-calls.ts';

const orders = '/v2/checkout/orders';
const oneOrder = '/v2/checkout/orders/*';
const captureCall = '/v2/checkout/orders/*/capture';

forEachDatabase((engine) => {
  describe('PayPal during faults', () => {
    let world: AppWithSandbox;
    const createdOrders = () => [...world.sandbox.sandbox.store.paypalOrders.values()].length;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(async () => {
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    test.each(['status', 'cut', 'odd_json'] as const)(
      'an order whose first response was lost (%s) is created only once',
      async (kind) => {
        await world.control.armApiFault({ kind, moment: 'after_effect', method: 'POST', path: orders });
        await paypalPage(world.app).order();
        expect(createdOrders()).toBe(1);
      },
    );

    test('when PayPal creates no order, the donor gets an error, and the next click creates one', async () => {
      const page = paypalPage(world.app);
      const key = { 'idempotency-key': 'click-number-1' };
      await world.control.armApiFault({ kind: 'status', status: 503, method: 'POST', path: orders, times: 2 });
      const refused = await page.requestOrder(orderBody(), key);
      expect([refused.statusCode, refused.json<unknown>()]).toEqual([
        503,
        refusal('provider_unavailable', paypalSentences.unavailable),
      ]);
      const created = await page.requestOrder(orderBody(), key);
      expect(created.statusCode).toBe(200);
      expect(await world.app.deps.db.read.selectFrom('donation_intents').select('status').execute()).toHaveLength(1);
    });

    test.each([
      ['status', 'before_effect'],
      ['status', 'after_effect'],
      ['cut', 'before_effect'],
      ['cut', 'after_effect'],
      ['odd_json', 'after_effect'],
    ] as const)('a capture whose response is lost (%s, %s) collects the money once', async (kind, moment) => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId);
      await world.control.armApiFault({ kind, moment, method: 'POST', path: captureCall });
      expect((await page.capture(orderId)).json<unknown>()).toMatchObject({ status: 'settled' });
      expect([await world.control.readCaptures(), await world.donations()].map((rows) => rows.length)).toEqual([1, 1]);
    });

    test('JSON that is not an order, with status 200, is not a capture', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId);
      await world.control.armApiFault({ kind: 'odd_json', status: 200, method: 'POST', path: captureCall, times: 99 });
      expect((await page.capture(orderId)).json<unknown>()).toMatchObject({ status: 'processing' });
      expect(await world.donations()).toEqual([]);
      await world.control.clearFaults();
      expect((await page.capture(orderId)).json<unknown>()).toMatchObject({ status: 'settled' });
    });

    test('a capture whose response was lost is reported by the webhook', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId);
      await world.control.armApiFault({ kind: 'cut', moment: 'after_effect', method: 'POST', path: captureCall });
      await world.control.armApiFault({ kind: 'status', status: 500, method: 'GET', path: oneOrder });
      await page.capture(orderId);
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await world.donations()).toHaveLength(1);
      expect((await page.capture(orderId)).json<unknown>()).toMatchObject({ status: 'settled' });
    });

    test('an order that was captured elsewhere settles from its state', async () => {
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
      expect(await world.donations()).toHaveLength(1);
    });
  });
});

async function accessToken({ sandbox }: AppWithSandbox): Promise<string> {
  const { clientId, clientSecret } = sandbox.sandbox.config.paypal;
  const response = await fetch(`${sandbox.url}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}
