import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { workOutbox } from '#server/outbox/worker.ts';
import { postText } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { paypalPage, type PayPalPage } from '#test/support/payments/paypal-calls.ts';
import { signInAdmin } from '#test/support/accounts/signed-in.ts';
import { paymentJobs } from '../payment-jobs.ts';
import { reconcile } from '../reconcile/reconcile.ts';

const hourSeconds = 60 * 60;

forEachDatabase((engine) => {
  describe('a refund of a PayPal payment', () => {
    let world: AppWithSandbox;
    let page: PayPalPage;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId);
      await page.capture(orderId);
      await delivered();
      await workOutbox(world.app.deps, paymentJobs); // the message about the approval may have come before the capture
    });
    afterEach(async () => {
      await delivered();
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    const delivered = () => world.sandbox.sandbox.webhooks.whenIdle();
    const capture = async () => (await world.control.readCaptures())[0]!;
    const clearing = async (): Promise<number> => {
      const entries = world.app.deps.db.read.selectFrom('ledger_entries').select('amount_minor');
      const rows = await entries.where('account', '=', 'clearing:paypal').execute();
      return rows.reduce((sum, row) => sum + row.amount_minor, 0);
    };

    test('that is made at PayPal is booked from its webhook', async () => {
      const { captureId, amountMinor } = await capture();
      await world.control.refundCapture(captureId, 100);
      await delivered();
      expect(await clearing()).toBe(amountMinor - 100);
      await world.control.refundCapture(captureId);
      await delivered();
      expect(await clearing()).toBe(0);
    });

    test('can be made by an administrator', async () => {
      const cookie = await signInAdmin(world.app);
      const [donation] = await world.app.deps.db.read.selectFrom('donations').selectAll().execute();
      const url = `/api/admin/donations/${donation?.id ?? ''}/refund`;
      expect(
        (await postText(world.app, url, '{"amount":1,"expectedRemaining":5.24,"reason":"Asked for it"}', { cookie }))
          .statusCode,
      ).toBe(200);
      expect(await workOutbox(world.app.deps, paymentJobs)).toMatchObject({ done: 1 });
      expect((await capture()).amountRefundedMinor).toBe(100);
      const reversals = world.app.deps.db.read.selectFrom('reversals').selectAll();
      expect(await reversals.execute()).toMatchObject([{ kind: 'refund', is_active: 1, amount_minor: 100 }]);
    });

    test('is made only once when PayPal’s response is lost', async () => {
      const cookie = await signInAdmin(world.app);
      const [donation] = await world.app.deps.db.read.selectFrom('donations').selectAll().execute();
      const path = `/v2/payments/captures/${(await capture()).captureId}/refund`;
      await world.control.armApiFault({ kind: 'cut', method: 'POST', path, moment: 'after_effect' });
      const url = `/api/admin/donations/${donation?.id ?? ''}/refund`;
      const body = '{"amount":1,"expectedRemaining":5.24,"reason":"Asked for it"}';
      expect((await postText(world.app, url, body, { cookie })).statusCode).toBe(200);
      expect(await workOutbox(world.app.deps, paymentJobs)).toMatchObject({ postponed: 1 });
      world.app.clock.advance(60_000);
      expect(await workOutbox(world.app.deps, paymentJobs)).toMatchObject({ postponed: 0, dead: 0 });
      expect((await capture()).amountRefundedMinor).toBe(100);
      expect((await postText(world.app, url, body, { cookie })).json()).toMatchObject({ code: 'remaining_changed' });
    });

    test('leaves the fee booked once, so that our ledger matches PayPal’s balance', async () => {
      const { captureId } = await capture();
      await world.control.refundCapture(captureId, 100);
      await world.advance(4 * hourSeconds);
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ providers: { paypal: { feesBooked: 1 } } });
      const { amountMinor, amountRefundedMinor, feeMinor } = await capture();
      expect(feeMinor).toBeGreaterThan(0);
      expect(await clearing()).toBe(amountMinor - amountRefundedMinor - feeMinor);
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ providers: { paypal: { feesBooked: 0 } } });
    });
  });
});
