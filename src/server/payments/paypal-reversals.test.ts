import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { workOutbox } from '#server/outbox/worker.ts';
import { postText } from '#test/support/call-app.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { startPaymentWorld, type PaymentWorld } from '#test/support/payment-world.ts';
import { paypalPage, type PayPalPage } from '#test/support/paypal-calls.ts';
import { signInAdmin } from '#test/support/signed-in-admin.ts';
import { paymentJobs } from './payment-jobs.ts';
import { reconcile } from './reconcile.ts';

const hourSeconds = 60 * 60;

forEachDatabase((engine) => {
  describe(`a gift by PayPal of which money goes back, on ${engine}`, () => {
    let world: PaymentWorld;
    let page: PayPalPage;

    beforeEach(async () => {
      world = await startPaymentWorld(engine);
      page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId);
      await page.capture(orderId);
      await heard();
    });
    afterEach(async () => {
      await heard();
      expect(await world.disagreements()).toEqual([]);
      await world.close();
    });

    const heard = () => world.sandbox.sandbox.webhooks.whenIdle();
    const capture = async () => (await world.control.readCaptures())[0]!;
    const clearing = async (): Promise<number> => {
      const entries = world.app.deps.db.read.selectFrom('ledger_entries').select('amount_minor');
      const rows = await entries.where('account', '=', 'clearing:paypal').execute();
      return rows.reduce((sum, row) => sum + row.amount_minor, 0);
    };

    test('is told by a webhook when PayPal gave it back', async () => {
      const { captureId, amountMinor } = await capture();
      await world.control.refundCapture(captureId, 100);
      await heard();
      expect(await clearing()).toBe(amountMinor - 100);
      await world.control.refundCapture(captureId);
      await heard();
      expect(await clearing()).toBe(0);
    });

    test('is given back by the administrator', async () => {
      const cookie = await signInAdmin(world.app);
      const [donation] = await world.app.deps.db.read.selectFrom('donations').selectAll().execute();
      const url = `/api/admin/donations/${donation?.id ?? ''}/refund`;
      expect((await postText(world.app, url, '{"amount":1}', { cookie })).statusCode).toBe(200);
      expect(await workOutbox(world.app.deps, paymentJobs)).toMatchObject({ done: 1 });
      expect((await capture()).amountRefundedMinor).toBe(100);
      const reversals = world.app.deps.db.read.selectFrom('reversals').selectAll();
      expect(await reversals.execute()).toMatchObject([{ kind: 'refund', is_standing: 1, amount_minor: 100 }]);
    });

    test('is charged for once, so that our books hold what PayPal holds', async () => {
      const { captureId } = await capture();
      await world.control.refundCapture(captureId, 100);
      await world.advance(hourSeconds);
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ providers: { paypal: { feesBooked: 1 } } });
      const { amountMinor, amountRefundedMinor, feeMinor } = await capture();
      expect(feeMinor).toBeGreaterThan(0);
      expect(await clearing()).toBe(amountMinor - amountRefundedMinor - feeMinor);
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ providers: { paypal: { feesBooked: 0 } } });
    });
  });
});
