import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { paypalSentences } from '#contract/paypal.ts';
import { money } from '#domain/money/money.ts';
import { confirmPayment, paymentJobs } from '#server/payments/index.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import { roundOf } from '#test/support/app/outbox-round.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { enteredCheckoutBody } from '#test/support/payments/checkout-body.ts';
import { captureAtPayPal, orderBody, paypalPage } from '#test/support/payments/paypal-calls.ts';
import { signIn } from '#test/support/accounts/signed-in.ts';

const daySeconds = 24 * 60 * 60;

forEachDatabase((engine) => {
  describe('a PayPal payment', () => {
    let world: AppWithSandbox;
    const read = () => world.app.deps.db.read;
    const donations = () => read().selectFrom('donations').selectAll().execute();
    const intentOf = (orderId: string) =>
      read()
        .selectFrom('donation_intents')
        .selectAll()
        .where('provider_session_id', '=', orderId)
        .executeTakeFirstOrThrow();
    const captures = () => world.control.readCaptures();
    const webhooks = () => world.sandbox.sandbox.webhooks.whenIdle();
    /** Runs the server's own capture, after the time that the browser has for its capture. */
    const outbox = async () => {
      await world.advance(5);
      return workOutbox(world.app.deps, paymentJobs);
    };
    const statusAndCode = (response: LightMyRequestResponse) => [
      response.statusCode,
      response.json<{ code: string }>().code,
    ];

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(async () => {
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    test('becomes a donation of exactly its total when captured', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order(orderBody('JPY'));
      await world.control.approveOrder(orderId);
      const captured = await page.capture(orderId);
      const intent = await intentOf(orderId);
      expect(captured.json<unknown>()).toEqual({ id: orderId, status: 'settled', url: intent.success_url });
      const address = new URL(intent.success_url);
      expect([address.pathname, Object.fromEntries(address.searchParams)]).toEqual([
        '/donation-success',
        { amount: '3.50', meals: '3', charity: 'Food banks across Canada', transaction_id: intent.donation_id },
      ]);
      const [capture] = await captures();
      expect(capture).toMatchObject({
        amountMinor: 581,
        currency: 'JPY',
        customId: expect.stringMatching(`^${intent.id} `), // the donation's record follows
      });
      expect(intent).toMatchObject({ status: 'settled', provider_payment_id: capture?.captureId });
      expect(await donations()).toMatchObject([
        { id: intent.donation_id, charge_total_minor: 581, charge_currency: 'JPY', exchange_rate: '151' },
      ]);
      const accounts = await read().selectFrom('ledger_entries').select('account').execute();
      expect(accounts.map(({ account }) => account)).toContain('clearing:paypal');
    });

    test('of a custom amount collects exactly what was typed and its fee', async () => {
      const page = paypalPage(world.app);
      const { donationData } = enteredCheckoutBody(money(20_00, 'GBP'));
      const orderId = await page.order({ ...orderBody('GBP'), amount: '22.00', donationData });
      await world.control.approveOrder(orderId);
      expect((await page.capture(orderId)).json<unknown>()).toMatchObject({ status: 'settled' });
      expect(await captures()).toMatchObject([{ amountMinor: 2200, currency: 'GBP' }]);
      expect(await donations()).toMatchObject([
        { amount_minor: 2564, service_fee_minor: 256, charge_subtotal_minor: 2000, charge_service_fee_minor: 200 },
      ]);
    });

    describe('keeps the payer’s email address', () => {
      const guest = 'guest@example.org';
      const addresses = async () =>
        (await read().selectFrom('payer_emails').select('email').execute()).map(({ email }) => email);

      test('from the page’s capture', async () => {
        const page = paypalPage(world.app);
        const orderId = await page.order();
        await world.control.approveOrder(orderId, 'balance', guest);
        await page.capture(orderId);
        await webhooks();
        expect(await addresses()).toEqual([guest]);
      });

      test('by fetching the order when only the message arrives', async () => {
        const orderId = await paypalPage(world.app).order();
        await world.control.approveOrder(orderId, 'balance', guest);
        captureAtPayPal(world, orderId);
        await webhooks();
        expect((await intentOf(orderId)).status).toBe('settled');
        await outbox();
        expect(await addresses()).toEqual([guest]);
      });

      test('when an eCheck clears, not before', async () => {
        const page = paypalPage(world.app);
        const orderId = await page.order();
        await world.control.approveOrder(orderId, 'echeck', guest);
        await page.capture(orderId);
        await webhooks();
        expect(await addresses()).toEqual([]);
        await world.advance(4 * daySeconds);
        await outbox();
        expect(await addresses()).toEqual([guest]);
      });

      test('only if the payer is a guest', async () => {
        const page = paypalPage(world.app, (await signIn(world.app)).cookie);
        const orderId = await page.order();
        await world.control.approveOrder(orderId, 'balance', guest);
        await page.capture(orderId);
        await webhooks();
        expect((await intentOf(orderId)).status).toBe('settled');
        expect(await addresses()).toEqual([]);
      });
    });

    test('becomes one donation when page, webhook and outbox capture it repeatedly and at the same time', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId);
      await webhooks();
      await world.advance(5);
      const [first, second, third] = await Promise.all([
        page.capture(orderId),
        page.capture(orderId),
        page.capture(orderId),
        workOutbox(world.app.deps, paymentJobs),
      ]);
      const again = await page.capture(orderId);
      expect(new Set([first, second, third, again].map((response) => response.body)).size).toBe(1);
      expect(again.json<unknown>()).toMatchObject({ status: 'settled' });
      expect([(await captures()).length, (await donations()).length]).toEqual([1, 1]);
    });

    test('that is declined creates no donation, and the same order can be paid another way', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId, 'declined_once');
      const declined = await page.capture(orderId);
      expect([declined.statusCode, declined.json<unknown>()]).toEqual([
        422,
        refusal('payment_declined', paypalSentences.declined),
      ]);
      expect(await donations()).toEqual([]);
      await world.control.approveOrder(orderId);
      expect((await page.capture(orderId)).json<unknown>()).toMatchObject({ status: 'settled' });
    });

    test('of an expired order is refused, even if PayPal responds to the capture with an error', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId);
      await webhooks();
      const store = world.sandbox.sandbox.store.paypalOrders;
      store.put({ ...store.get(orderId)!, status: 'VOIDED' });
      await world.control.armApiFault({ kind: 'status', path: '/v2/checkout/orders/*/capture' });
      const refused = await page.capture(orderId);
      expect([refused.statusCode, refused.json<unknown>()]).toEqual([
        404,
        refusal('not_found', paypalSentences.orderUnknown),
      ]);
      expect((await intentOf(orderId)).status).toBe('expired');
      expect(await donations()).toEqual([]);
    });

    test('by eCheck is processing until the check clears', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId, 'echeck');
      expect((await page.capture(orderId)).json<unknown>()).toMatchObject({ status: 'processing' });
      expect((await page.capture(orderId)).json<unknown>()).toMatchObject({ status: 'processing' });
      expect(await donations()).toEqual([]);
      await world.advance(4 * daySeconds);
      expect(await donations()).toHaveLength(1);
      expect((await page.capture(orderId)).json<unknown>()).toMatchObject({ status: 'settled' });
    });

    test('by an eCheck that bounces creates no donation', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId, 'echeck_denied');
      await page.capture(orderId);
      await world.advance(4 * daySeconds);
      expect((await intentOf(orderId)).status).toBe('failed');
      expect(statusAndCode(await page.capture(orderId))).toEqual([422, 'payment_declined']);
      expect(await donations()).toEqual([]);
    });

    test('is captured by the server when the browser is gone', async () => {
      const orderId = await paypalPage(world.app).order();
      await world.control.approveOrder(orderId);
      await webhooks();
      expect(await workOutbox(world.app.deps, paymentJobs), 'the server waits for the browser first').toMatchObject({
        done: 0,
      });
      expect(await outbox()).toEqual(roundOf({ done: 1 }));
      expect(await donations()).toHaveLength(1);
    });

    test('is captured when its thank-you page requests its status', async () => {
      const orderId = await paypalPage(world.app).order();
      await world.control.armWebhookFault({ kind: 'drop', eventTypes: null });
      await world.control.approveOrder(orderId);
      const { donation_id: donationId } = await intentOf(orderId);
      expect(await confirmPayment(world.app.deps, donationId)).toEqual({ code: 'found', status: 'settled' });
    });

    test('that is not approved, or approved too long ago, is not captured', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      expect(statusAndCode(await page.capture(orderId))).toEqual([409, 'order_not_approved']);
      await world.control.approveOrder(orderId, 'declined_once');
      await webhooks();
      await outbox();
      expect(statusAndCode(await page.capture(orderId))).toEqual([409, 'order_not_approved']);
      await world.advance(4 * 60 * 60);
      expect(statusAndCode(await page.capture(orderId))).toEqual([404, 'not_found']);
    });

    test('whose order expires after its approval is never captured', async () => {
      const orderId = await paypalPage(world.app).order();
      await world.control.armWebhookFault({ kind: 'drop', eventTypes: ['CHECKOUT.ORDER.APPROVED'] });
      await world.control.approveOrder(orderId);
      await world.advance(4 * 60 * 60);
      expect((await intentOf(orderId)).status).toBe('expired');
      expect(await captures()).toEqual([]);
    });

    test('is captured only for the browser or the user that created the order', async () => {
      const { cookie } = await signIn(world.app);
      const stranger = paypalPage(world.app);
      await stranger.order();
      const page = paypalPage(world.app, cookie);
      const orderId = await page.order();
      await world.control.approveOrder(orderId);
      const responses = [
        await stranger.capture(orderId),
        await paypalPage(world.app).capture(orderId),
        await paypalPage(world.app, (await signIn(world.app)).cookie).capture(orderId),
        await stranger.capture('5O190127TN364715T'),
        await stranger.capture('%E2%82%AC'),
        await stranger.capture(`${orderId}'--`),
        await stranger.capture('x'.repeat(2000)),
      ];
      for (const response of responses) {
        expect([response.statusCode, response.json<unknown>()]).toEqual([
          404,
          refusal('not_found', paypalSentences.orderUnknown),
        ]);
      }
      expect(await captures()).toEqual([]);
      const otherDevice = paypalPage(world.app, cookie);
      expect((await otherDevice.capture(orderId)).json<unknown>()).toMatchObject({ status: 'settled' });
    });

    test('without donation data is never captured, even when approved', async () => {
      const { donationData: _donation, ...request } = orderBody();
      const page = paypalPage(world.app);
      const orderId = await page.order(request);
      await world.control.approveOrder(orderId);
      await webhooks();
      await outbox();
      const refused = await page.capture(orderId);
      expect([refused.statusCode, refused.json<unknown>()]).toEqual([
        409,
        refusal('prices_changed', paypalSentences.orderIncomplete),
      ]);
      expect(await captures()).toEqual([]);
    });

    test('is captured with a request body, whose content is ignored', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId);
      const response = await world.app.server.inject({
        method: 'POST',
        url: `/paypal/order/${orderId}/capture`,
        headers: { origin: 'http://localhost:3000', cookie: page.cookie },
        payload: { amount: '0.01', payer: 'x' },
      });
      expect(response.json<unknown>()).toMatchObject({ status: 'settled' });
    });
  });
});
