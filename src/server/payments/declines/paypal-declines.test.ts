import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { workOutbox } from '#server/outbox/worker.ts';
import { barrierSentences } from '#contract/checkout.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { checkoutFrom } from '#test/support/payments/card-testers.ts';
import { paypalPage, type PayPalPage } from '#test/support/payments/paypal-calls.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { paymentJobs } from '../payment-jobs.ts';

const hourSeconds = 60 * 60;

forEachDatabase((engine) => {
  describe(`PayPal declines on ${engine}`, () => {
    let world: AppWithSandbox;
    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(async () => {
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    /** Makes PayPal decline an order's capture `count` times, with a new approval each time. Returns our statuses. */
    const decline = async (page: PayPalPage, orderId: string, count: number): Promise<number[]> => {
      const statuses: number[] = [];
      for (let number = 0; number < count; number += 1) {
        await world.control.approveOrder(orderId, 'declined');
        statuses.push((await page.capture(orderId)).statusCode);
      }
      return statuses;
    };

    const countDeclines = async (): Promise<number> =>
      (await world.app.deps.db.read.selectFrom('declines').select('decline_id').execute()).length;

    test('end the order after five, and another order can be paid', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      expect(await decline(page, orderId, 7)).toEqual([422, 422, 422, 422, 422, 422, 422]);
      expect(await countDeclines()).toBe(5);
      const next = await page.order();
      await world.control.approveOrder(next);
      expect((await page.capture(next)).json<unknown>()).toMatchObject({ status: 'settled' });
    });

    test('close the address for an hour after ten, for new orders, open orders and cards', async () => {
      const page = paypalPage(world.app);
      const open = await page.order();
      const elsewhere = await checkoutFrom(world.app, { address: '192.0.2.1' });
      expect(elsewhere.statusCode).toBe(200);
      for (const _order of [1, 2]) await decline(page, await page.order(), 5);
      const refused = await page.requestOrder();
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, `${hourSeconds}`]);
      expect(refused.json()).toEqual(refusal('too_many_declines', barrierSentences.tooManyDeclines));
      await world.control.approveOrder(open);
      expect((await page.capture(open)).statusCode).toBe(429);
      expect((await checkoutFrom(world.app, { address: '127.0.0.1' })).statusCode).toBe(429);
      await world.advance(hourSeconds);
      expect((await page.capture(open)).json<unknown>()).toMatchObject({ status: 'settled' });
    });

    test('keep jobs and reconciliation from capturing an open order while the address is closed', async () => {
      const page = paypalPage(world.app);
      const waiting = await page.order();
      for (const _order of [1, 2]) await decline(page, await page.order(), 5);
      await world.control.approveOrder(waiting);
      await world.advance(10);
      await workOutbox(world.app.deps, paymentJobs);
      await reconcile(world.app.deps, 'open');
      expect(await world.control.readCaptures()).toEqual([]);
    });

    test('count once when a bank refuses a pending capture', async () => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId, 'echeck_denied');
      await page.capture(orderId);
      const [capture] = await world.control.readCaptures();
      await world.control.settleCheck(capture?.captureId ?? '', 'bounced');
      await world.sandbox.sandbox.webhooks.whenIdle();
      await reconcile(world.app.deps, 'recent');
      expect(await world.app.deps.db.read.selectFrom('declines').select('decline_id').execute()).toEqual([
        { decline_id: capture?.captureId },
      ]);
    });
  });
});
