import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { paypalSentences } from '#contract/paypal.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { paypalPage } from '#test/support/payments/paypal-calls.ts';
import { confirmPayment } from './confirm-payment.ts';
import { paymentJobs } from './payment-jobs.ts';

forEachDatabase((engine) => {
  describe(`a slow capture at PayPal on ${engine}`, () => {
    let world: AppWithSandbox;
    const isRunning = async (orderId: string) => {
      await expect.poll(() => world.sandbox.sandbox.store.paypalOrders.get(orderId)?.runningCapture).toBeTruthy();
    };
    const counts = async () => [await world.control.readCaptures(), await world.donations()].map((rows) => rows.length);

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(async () => {
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    test('that takes 6 seconds is waited for', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId, 'slow');
      const captured = page.capture(orderId);
      await isRunning(orderId);
      world.time.pass(6000);
      await world.advance(6);
      expect((await captured).json<unknown>()).toMatchObject({ status: 'settled' });
      expect(await counts()).toEqual([1, 1]);
    });

    test('that takes 6 seconds is waited for by a second click too, and paid once', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId, 'slow');
      const first = page.capture(orderId);
      await isRunning(orderId);
      world.time.onWait = () => world.advance(6);
      const second = await page.capture(orderId);
      expect([(await first).body, second.json<unknown>()]).toEqual([
        second.body,
        expect.objectContaining({ status: 'settled' }),
      ]);
      expect(await counts()).toEqual([1, 1]);
    });

    test('that takes longer than a donor waits is reported as processing, and its message settles it', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId, 'very_slow');
      const captured = page.capture(orderId);
      await isRunning(orderId);
      world.time.pass(7000);
      const response = (await captured).json<{ status: string; url: string }>();
      expect(response.status).toBe('processing');
      expect(new URL(response.url).pathname).toBe('/donation-success');
      expect(await world.statuses()).toEqual(['pending']);
      expect((await page.capture(orderId)).json<unknown>()).toMatchObject({ status: 'processing' });
      await world.advance(15);
      expect(await world.statuses()).toEqual(['settled']);
      expect((await page.capture(orderId)).json<unknown>()).toMatchObject({ status: 'settled' });
      expect(await counts()).toEqual([1, 1]);
    });

    test('after a decline is processing for the donor too, and completed without another request', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId, 'declined_once');
      expect((await page.capture(orderId)).statusCode).toBe(422);
      await world.control.approveOrder(orderId, 'very_slow');
      const captured = page.capture(orderId);
      await isRunning(orderId);
      world.time.pass(7000);
      expect((await captured).json<unknown>()).toMatchObject({ status: 'processing' });
      const [{ donation_id: donationId } = { donation_id: '' }] = await world.app.deps.db.read
        .selectFrom('donation_intents')
        .select('donation_id')
        .execute();
      expect(await confirmPayment(world.app.deps, donationId)).toEqual({ code: 'found', status: 'pending' });
      await world.advance(15);
      expect(await confirmPayment(world.app.deps, donationId)).toEqual({ code: 'found', status: 'settled' });
      expect(await counts()).toEqual([1, 1]);
    });

    test('whose message is lost is completed by the outbox', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId, 'very_slow');
      await world.sandbox.sandbox.webhooks.whenIdle();
      await world.control.armWebhookFault({ kind: 'drop', eventTypes: ['PAYMENT.CAPTURE.COMPLETED'] });
      const captured = page.capture(orderId);
      await isRunning(orderId);
      world.time.pass(7000);
      expect((await captured).json<unknown>()).toMatchObject({ status: 'processing' });
      await world.advance(15);
      expect(await world.statuses()).toEqual(['pending']);
      expect(await workOutbox(world.app.deps, paymentJobs)).toMatchObject({ done: 1 });
      expect(await world.statuses()).toEqual(['settled']);
      expect(await counts()).toEqual([1, 1]);
    });

    test('is tried again by the outbox while its outcome is unknown', async () => {
      const orderId = await paypalPage(world.app).order();
      await world.control.approveOrder(orderId);
      await world.sandbox.sandbox.webhooks.whenIdle();
      await world.control.armApiFault({ kind: 'status', path: '/v2/checkout/orders/*/capture', times: 99 });
      await world.advance(5);
      expect(await workOutbox(world.app.deps, paymentJobs)).toMatchObject({ done: 0, postponed: 1 });
      await world.control.clearFaults();
      await world.advance(60 * 60);
      expect(await workOutbox(world.app.deps, paymentJobs)).toMatchObject({ done: 1 });
      expect(await counts()).toEqual([1, 1]);
    });

    test('whose response contradicts itself is quarantined, and the donor sees it as processing', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId);
      const store = world.sandbox.sandbox.store.paypalOrders;
      store.put({ ...store.get(orderId)!, status: 'COMPLETED' });
      expect((await page.capture(orderId)).json<unknown>()).toMatchObject({ status: 'processing' });
      const quarantined = await world.app.deps.db.read.selectFrom('quarantined_events').selectAll().execute();
      expect(quarantined).toMatchObject([{ event_id: `unreadable:${orderId}`, reason: 'unreadable' }]);
      expect(await counts()).toEqual([0, 0]);
    });

    test('fails when PayPal cannot be reached, and can be repeated', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId);
      await world.control.armApiFault({ kind: 'cut', path: null, times: 999 });
      const response = await page.capture(orderId);
      expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
        503,
        paypalSentences.captureWithoutResponse,
      ]);
      await world.control.clearFaults();
      expect((await page.capture(orderId)).json<unknown>()).toMatchObject({ status: 'settled' });
    });
  });
});
