import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { paypalSentences } from '#contract/paypal.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { orderBody, paypalPage } from '#test/support/payments/paypal-calls.ts';
import { providerVariables } from '#test/support/payments/silent-sandbox.ts';
import { confirmPayment } from './confirm-payment.ts';
import { findRefusals, forgetDecline, countRefusal } from './paypal-refusals.ts';
import { paymentJobs } from './payment-jobs.ts';
import { reconcile } from './reconcile/reconcile.ts';

const orders = '/v2/checkout/orders';

forEachDatabase((engine) => {
  describe(`PayPal refusals on ${engine}`, () => {
    let world: AppWithSandbox;
    let second: TestApp;
    const read = () => world.app.deps.db.read;
    const intentId = async () =>
      (await read().selectFrom('donation_intents').select('id').executeTakeFirstOrThrow()).id;
    const refusals = async () => findRefusals(read(), await intentId());
    const codeOf = (response: LightMyRequestResponse) => [response.statusCode, response.json<{ code: string }>().code];

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      const databaseUrl = world.app.deps.config.databaseUrl;
      const { clock } = world.app;
      second = databaseUrl
        ? await startApp(engine, { clock, environment: providerVariables(world.sandbox), databaseUrl })
        : world.app;
    });
    afterEach(async () => {
      expect(await world.discrepancies()).toEqual([]);
      if (second !== world.app) await second.close();
      await world.close();
    });

    test('a refused capture is retried with a new request id each time, until the order is paid', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      expect(codeOf(await page.capture(orderId))).toEqual([409, 'order_not_approved']);
      for (const _attempt of [1, 2, 3]) {
        await world.control.approveOrder(orderId, 'declined_once');
        expect(codeOf(await page.capture(orderId))).toEqual([422, 'payment_declined']);
      }
      expect(await refusals()).toEqual({ count: 4, isDeclined: true });
      await world.control.approveOrder(orderId);
      expect((await page.capture(orderId)).json<unknown>()).toMatchObject({ status: 'settled' });
      expect(await world.control.readCaptures()).toHaveLength(1);
    });

    test('a capture whose response was lost is retried with the same request id', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId);
      const captureCall = `${orders}/*/capture`;
      await world.control.armApiFault({ kind: 'cut', moment: 'after_effect', path: captureCall });
      await world.control.armApiFault({ kind: 'status', path: `${orders}/*`, times: 99 });
      expect((await page.capture(orderId)).json<unknown>()).toMatchObject({ status: 'settled' });
      expect(await refusals()).toEqual({ count: 0, isDeclined: false });
      expect(await world.control.readCaptures()).toHaveLength(1);
    });

    test('a capture that PayPal rate-limits is retried with the same request id', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId);
      await world.control.armApiFault({ kind: 'status', status: 429, path: `${orders}/*/capture` });
      expect((await page.capture(orderId)).json<unknown>()).toMatchObject({ status: 'settled' });
      expect(await refusals()).toEqual({ count: 0, isDeclined: false });
    });

    test('after a refusal to two processes at the same time, both can retry, and the money is collected once', async () => {
      const page = paypalPage(world.app);
      const elsewhere = paypalPage(second);
      const orderId = await page.order();
      elsewhere.cookie = page.cookie;
      await world.control.approveOrder(orderId, 'declined_once');
      const refused = await Promise.all([page.capture(orderId), elsewhere.capture(orderId)]);
      expect(refused.map(codeOf)).toContainEqual([422, 'payment_declined']);
      await world.control.approveOrder(orderId);
      const paid = await Promise.all([page.capture(orderId), elsewhere.capture(orderId)]);
      for (const response of paid) expect(response.json<unknown>()).toMatchObject({ status: 'settled' });
      expect([(await world.control.readCaptures()).length, (await world.donations()).length]).toEqual([1, 1]);
    });

    test('a refusal is counted once, and a decline is forgotten only if no refusal followed it', async () => {
      await paypalPage(world.app).order();
      const [deps, id] = [world.app.deps, await intentId()];
      const none = { count: 0, isDeclined: false };
      await Promise.all([countRefusal(deps, id, none, true), countRefusal(second.deps, id, none, true)]);
      await countRefusal(deps, id, none, false);
      expect(await refusals()).toEqual({ count: 1, isDeclined: true });
      await countRefusal(deps, id, await refusals(), true);
      await forgetDecline(deps, id, { count: 1, isDeclined: true });
      expect(await refusals()).toEqual({ count: 2, isDeclined: true });
      await forgetDecline(deps, id, await refusals());
      expect(await refusals()).toEqual({ count: 2, isDeclined: false });
    });

    test('a refused order is requested again with a new id', async () => {
      const page = paypalPage(world.app);
      const key = { 'idempotency-key': 'click-number-1' };
      await world.control.armApiFault({ kind: 'status', status: 422, method: 'POST', path: orders });
      expect(codeOf(await page.requestOrder(orderBody(), key))).toEqual([503, 'provider_unavailable']);
      expect(codeOf(await page.requestOrder(orderBody(), key))[0]).toBe(200);
      expect(await refusals()).toEqual({ count: 1, isDeclined: false });
    });

    test.each([400, 403, 422])(
      'a capture refused with status %i, for a reason on our side, is retried with a new request id',
      async (status) => {
        const page = paypalPage(world.app);
        const orderId = await page.order();
        await world.control.approveOrder(orderId);
        await world.control.armApiFault({ kind: 'status', status, path: `${orders}/*/capture` });
        expect(codeOf(await page.capture(orderId))).toEqual([422, 'payment_declined']);
        expect(world.app.logged).toContainEqual(
          expect.objectContaining({ msg: 'PayPal refused a capture; needs review', orderId }),
        );
        expect(await refusals()).toEqual({ count: 1, isDeclined: true });
        expect((await page.capture(orderId)).json<unknown>()).toMatchObject({ status: 'settled' });
      },
    );

    test('when a capture needs the payer to act, the response says so, and the same order can be paid afterward', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId, 'action_required');
      const response = await page.capture(orderId);
      expect([response.statusCode, response.json<unknown>()]).toEqual([
        409,
        refusal('order_not_approved', paypalSentences.payerActionRequired),
      ]);
      await world.control.approveOrder(orderId);
      expect((await page.capture(orderId)).json<unknown>()).toMatchObject({ status: 'settled' });
    });

    test('a declined capture is retried only by the donor, although the order stays approved', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId, 'declined');
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(codeOf(await page.capture(orderId))).toEqual([422, 'payment_declined']);
      await world.advance(5);
      expect(await workOutbox(world.app.deps, paymentJobs)).toMatchObject({ done: 1 });
      await reconcile(world.app.deps, 'open');
      const { donation_id: donationId } = await read()
        .selectFrom('donation_intents')
        .select('donation_id')
        .executeTakeFirstOrThrow();
      expect(await confirmPayment(world.app.deps, donationId)).toEqual({ code: 'found', status: 'failed' });
      expect(await refusals()).toEqual({ count: 1, isDeclined: true });
      await world.control.approveOrder(orderId);
      expect((await page.capture(orderId)).json<unknown>()).toMatchObject({ status: 'settled' });
      expect(await confirmPayment(world.app.deps, donationId)).toEqual({ code: 'found', status: 'settled' });
    });

    test('a refused refund can be requested again with a new request id', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId);
      await page.capture(orderId);
      const [capture] = await world.control.readCaptures();
      const paypal = world.app.deps.paypal!;
      const refund = (requestId: string) =>
        paypal.refundPayment({
          paymentId: capture?.captureId ?? '',
          amount: undefined,
          reason: 'requested_by_customer',
          requestId,
        });
      await world.control.armApiFault({ kind: 'status', status: 403, path: '/v2/payments/captures/*/refund' });
      expect((await refund('job-1')).code).toBe('refused');
      expect((await refund('job-1')).code).toBe('refused');
      expect((await refund('job-2')).code).toBe('refunded');
      await world.sandbox.sandbox.webhooks.whenIdle();
    });
  });
});
