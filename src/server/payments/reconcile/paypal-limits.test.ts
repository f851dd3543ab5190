import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { paypalPage } from '#test/support/payments/paypal-calls.ts';
import { reconcile } from './reconcile.ts';

const daySeconds = 24 * 60 * 60;

forEachDatabase((engine) => {
  describe('reconciliation with PayPal, after a long time', () => {
    let world: AppWithSandbox;
    const pay = async (): Promise<string> => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId);
      await page.capture(orderId);
      await world.sandbox.sandbox.webhooks.whenIdle();
      return (await world.control.readCaptures()).at(-1)?.captureId ?? '';
    };
    const loseMessages = () => world.control.armWebhookFault({ kind: 'drop', eventTypes: null, times: 999 });
    const daysAgo = (days: number) => new Date(world.app.deps.clock.now().getTime() - days * daySeconds * 1000);
    const reversals = () => world.app.deps.db.read.selectFrom('reversals').select('reversal_id').execute();

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(() => world.close());

    test.each([1000, 1095, 1096, 4000])(
      'compares the days that PayPal still reports when %i days are missing',
      async (days) => {
        const captureId = await pay();
        await loseMessages();
        await world.control.refundCapture(captureId, 100);
        await world.advance(60 * daySeconds);
        const compared = await reconcile(world.app.deps, 'recent', { lostSince: daysAgo(days), isRestored: true });
        expect(compared?.providers.paypal).toMatchObject({ healed: 1, unknownAtProvider: [] });
      },
    );

    test('does not report donations that are older than PayPal’s report as unknown', async () => {
      await pay();
      await world.advance(1200 * daySeconds);
      await world.control.armApiFault({ kind: 'status', status: 404, method: 'GET', path: '/v2/checkout/orders' });
      const compared = await reconcile(world.app.deps, 'recent', { lostSince: daysAgo(1300), isRestored: true });
      expect(compared?.providers.paypal).toMatchObject({ unknownAtProvider: [] });
    });

    test.each([
      [40, 45, true],
      [170, 175, true],
      [150, 400, true],
      [190, 195, false],
    ])('finds a dispute opened %i days ago when the last %i days are missing: %s', async (age, since, isFound) => {
      const captureId = await pay();
      await loseMessages();
      const { disputeId } = await world.control.openPayPalDispute(captureId);
      await world.advance(age * daySeconds);
      await reconcile(world.app.deps, 'recent', { lostSince: daysAgo(since), isRestored: true });
      const found = (await reversals()).map(({ reversal_id: id }) => id);
      expect(found.includes(disputeId)).toBe(isFound);
      if (isFound) expect(await world.discrepancies()).toEqual([]);
    });

    test('reads all pages of disputes', async () => {
      const captureId = await pay();
      await loseMessages();
      const opened: string[] = [];
      for (let index = 0; index < 60; index += 1) {
        opened.push((await world.control.openPayPalDispute(captureId, { amountMinor: 1 })).disputeId);
      }
      await world.advance(40 * daySeconds);
      await reconcile(world.app.deps, 'recent', { lostSince: daysAgo(60), isRestored: true });
      expect((await reversals()).map(({ reversal_id: id }) => id).toSorted()).toEqual(opened.toSorted());
    });

    test('continues without the permission to list disputes', async () => {
      await world.control.takePermission('customer_disputes');
      const compared = await reconcile(world.app.deps, 'recent');
      expect(compared?.providers.paypal).toMatchObject({ quarantined: 0 });
      expect(compared?.missingPermissions).toMatchObject([{ permission: 'customer_disputes' }]);
    });
  });
});
