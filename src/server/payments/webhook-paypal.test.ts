import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { paypalPage } from '#test/support/payments/paypal-calls.ts';
import { signPayPal } from '#test/support/payments/paypal-webhook.ts';
import { countRows } from '#test/support/app/row-counts.ts';

const verification = '/v1/notifications/verify-webhook-signature';
const completed = ['PAYMENT.CAPTURE.COMPLETED'];

forEachDatabase((engine) => {
  describe("PayPal's webhooks", () => {
    let world: AppWithSandbox;
    const quarantined = () => world.app.deps.db.read.selectFrom('quarantined_events').selectAll().execute();
    const post = (message: { payload: string; headers: Record<string, string> }) =>
      world.app.server.inject({ method: 'POST', url: '/api/webhooks/paypal', ...message });
    const sign = (message: unknown, text?: string) => signPayPal(world.sandbox.sandbox.config.paypal, message, text);

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(() => world.close());

    /** Creates an order whose webhooks are lost, so that a test can send its own message about the capture. */
    const silentPayment = async () => {
      await world.control.armWebhookFault({ kind: 'drop', eventTypes: null, times: 9 });
      const orderId = await paypalPage(world.app).order();
      const order = world.sandbox.sandbox.store.paypalOrders.get(orderId);
      return { orderId, customId: order?.customId ?? '' };
    };
    const captureMessage = (
      payment: { orderId: string; customId: string },
      resource: Record<string, unknown> = {},
    ) => ({
      id: 'WH-1',
      event_type: 'PAYMENT.CAPTURE.COMPLETED',
      create_time: '2026-03-04T12:00:00Z',
      resource: {
        id: '8MC585209K746392H',
        status: 'COMPLETED',
        amount: { currency_code: 'CAD', value: '5.24' },
        custom_id: payment.customId,
        supplementary_data: { related_ids: { order_id: payment.orderId } },
        create_time: '2026-03-04T11:59:58Z',
        ...resource,
      },
    });

    test('a genuine message settles, and a redelivery changes nothing', async () => {
      const message = captureMessage(await silentPayment());
      const first = await post(sign(message));
      const rows = await countRows(world.app.deps.db.read);
      const second = await post(sign(message));
      expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
      expect(await world.donations()).toMatchObject([{ donated_at: '2026-03-04T11:59:58.000Z' }]);
      expect(await countRows(world.app.deps.db.read)).toEqual(rows);
    });

    test('a message with characters beyond ASCII is accepted', async () => {
      const message = captureMessage(await silentPayment());
      const text = JSON.stringify({ ...message, summary: 'Zahlung für Café' });
      expect((await post(sign(message, text))).statusCode).toBe(200);
      expect(await world.donations()).toHaveLength(1);
    });

    test.each<[string, (signed: ReturnType<typeof signPayPal>) => ReturnType<typeof signPayPal>]>([
      ['another body', (signed) => ({ ...signed, payload: signed.payload.replace('5.24', '5.25') })],
      ['no signature', ({ payload }) => ({ payload, headers: { 'content-type': 'application/json' } })],
      [
        'another signature',
        (signed) => ({ ...signed, headers: { ...signed.headers, 'paypal-transmission-sig': 'AAAA' } }),
      ],
      ['a body that is not JSON', (signed) => ({ ...signed, payload: 'hello' })],
      [
        'a body that breaks out of the verification request',
        (signed) => ({ ...signed, payload: `${signed.payload},"webhook_id":"mine"` }),
      ],
      ['no body', (signed) => ({ ...signed, payload: '' })],
    ])('a message with %s is refused, and nothing is written', async (_what, change) => {
      const signed = sign(captureMessage(await silentPayment()));
      const before = await countRows(world.app.deps.db.read);
      const response = await post(change(signed));
      expect([response.statusCode, response.json<unknown>()]).toEqual([
        400,
        refusal('invalid_signature', 'The signature of this message is invalid.'),
      ]);
      expect(await countRows(world.app.deps.db.read)).toEqual(before);
    });

    test('a forged message is counted and logged with its reason', async () => {
      const signed = sign(captureMessage(await silentPayment()));
      const forged = { ...signed, headers: { ...signed.headers, 'paypal-cert-url': 'https://evil.example/cert' } };
      expect((await post(forged)).statusCode).toBe(400);
      expect(world.app.logged).toContainEqual(
        expect.objectContaining({ msg: 'PayPal webhook refused: invalid signature', reason: 'foreign_certificate' }),
      );
      expect(await world.app.deps.metrics.registry.getSingleMetricAsString('webhooks_refused_total')).toContain(
        'webhooks_refused_total{provider="paypal",reason="foreign_certificate"} 1',
      );
    });

    test('a flood of forged messages gets 429, and the genuine message settles when PayPal sends it again', async () => {
      const signed = sign(captureMessage(await silentPayment()));
      const forged = { ...signed, headers: { ...signed.headers, 'paypal-transmission-sig': 'AAAA' } };
      const responses = await Promise.all(Array.from({ length: 40 }, () => post(forged)));
      expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10);
      const postponed = await post(signed);
      expect([postponed.statusCode, postponed.json<{ code: string }>().code]).toEqual([429, 'too_many_requests']);
      world.time.pass(60_000);
      expect((await post(signed)).statusCode).toBe(200);
      expect(await world.donations()).toHaveLength(1);
    });

    test('a genuine but unreadable message is refused', async () => {
      const payment = await silentPayment();
      const odd = [
        { ...captureMessage(payment), resource: { id: 'x' } },
        captureMessage(payment, { status: 'WONDERFUL' }),
        captureMessage(payment, { supplementary_data: {} }),
        { id: 'WH-2', event_type: 'PAYMENT.CAPTURE.COMPLETED', create_time: 'soon', resource: {} },
        { id: 'WH-3' },
      ];
      for (const message of odd) {
        const response = await post(sign(message));
        expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([400, 'invalid_request']);
      }
      expect(await world.donations()).toEqual([]);
    });

    test('messages of other types are accepted and ignored', async () => {
      const before = await countRows(world.app.deps.db.read);
      const message = {
        id: 'WH-4',
        event_type: 'CUSTOMER.ACCOUNT.MOVED',
        create_time: '2026-03-04T12:00:00Z',
        resource: {},
      };
      expect((await post(sign(message))).json<unknown>()).toEqual({ received: true });
      expect(await countRows(world.app.deps.db.read)).toEqual(before);
    });

    test.each<[string, Record<string, unknown>, string]>([
      ['another amount', { amount: { currency_code: 'CAD', value: '5.25' } }, 'other_amount'],
      ['another currency', { amount: { currency_code: 'USD', value: '5.24' } }, 'other_currency'],
      ['an unreadable amount', { amount: { currency_code: 'CAD', value: '5.241' } }, 'other_currency'],
      ['an unknown intent', { custom_id: 'int_unknown' }, 'unknown_session'],
    ])('a genuine message with %s is quarantined and never becomes a donation', async (_what, change, reason) => {
      const response = await post(sign(captureMessage(await silentPayment(), change)));
      expect(response.statusCode).toBe(200);
      expect(await quarantined()).toMatchObject([{ provider: 'paypal', event_id: 'WH-1', reason }]);
      expect(await world.donations()).toEqual([]);
    });

    test('while PayPal is unavailable the response is 503, so that PayPal redelivers the message', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId);
      await world.sandbox.sandbox.webhooks.whenIdle();
      await world.control.armApiFault({ kind: 'status', status: 500, method: 'POST', path: verification });
      await page.capture(orderId);
      await world.sandbox.sandbox.webhooks.whenIdle();
      const tried = (await world.control.readDeliveries()).find(({ type }) => completed.includes(type));
      expect(tried).toMatchObject({ status: 'waiting', lastOutcome: '503' });
      expect(await world.control.deliverWebhooks()).toEqual([]);
      expect(await world.discrepancies()).toEqual([]);
    });

    test('a tampered delivery is refused, and the redelivery settles', async () => {
      await world.control.armWebhookFault({ kind: 'wrong_signature', eventTypes: completed });
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId);
      await page.capture(orderId);
      await world.sandbox.sandbox.webhooks.whenIdle();
      const tried = (await world.control.readDeliveries()).find(({ type }) => completed.includes(type));
      expect(tried).toMatchObject({ lastOutcome: '400' });
      expect(await world.control.deliverWebhooks()).toEqual([]);
      expect(await world.discrepancies()).toEqual([]);
    });

    test('a refund at PayPal is booked', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId);
      await page.capture(orderId);
      const [capture] = await world.control.readCaptures();
      await world.control.refundCapture(capture?.captureId ?? '', 200);
      await world.sandbox.sandbox.webhooks.whenIdle();
      const reversals = await world.app.deps.db.read.selectFrom('reversals').selectAll().execute();
      expect(reversals).toMatchObject([{ provider: 'paypal', kind: 'refund', amount_minor: 200, is_active: 1 }]);
    });
  });
});
