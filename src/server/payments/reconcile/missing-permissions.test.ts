import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reviewResponse } from '#contract/admin/review/review.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { paypalPage } from '#test/support/payments/paypal-calls.ts';
import { signInAdmin } from '#test/support/accounts/signed-in.ts';
import { reconcile } from './reconcile.ts';

const chargesMissing =
  'The Stripe key lacks the permission "Charges and Refunds: Write", so no refund can be made or found, and processing fees ' +
  "are not booked. Edit the key on Stripe's page Developers > API keys.";
const searchMissing =
  'The PayPal app lacks the feature "Transaction search", so PayPal\'s processing fees and payouts to the ' +
  'bank are not booked, its balance is not compared with the ledger, and a restore finds ' +
  "only the last 30 days of PayPal's payments and refunds. Enable it for the app on developer.paypal.com; PayPal may take up " +
  'to nine hours to apply it.';
const disputesMissing =
  'The PayPal app lacks the feature "Customer disputes", so PayPal\'s disputes are not booked. Enable it for the app on ' +
  'developer.paypal.com; PayPal may take up to nine hours to apply it.';

forEachDatabase((engine) => {
  describe('a missing permission', () => {
    let world: AppWithSandbox;
    const run = () => reconcile(world.app.deps, 'recent');
    const loseMessages = () => world.control.armWebhookFault({ kind: 'drop', eventTypes: null, times: 99 });
    const fees = () =>
      world.app.deps.db.read
        .selectFrom('ledger_transactions')
        .select('cause')
        .where('cause', 'like', 'processing_fee:%')
        .execute();
    const payByPayPal = async (): Promise<void> => {
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId);
      await page.capture(orderId);
    };
    const settle = () => world.advance(20 * 60);

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(async () => {
      await world.control.clearFaults();
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    test('to read charges: a lost payment is recovered and an unknown one found, and only the fees are missing', async () => {
      await world.pay();
      await loseMessages();
      await world.pay();
      await settle();
      await world.control.clearFaults();
      await world.control.takePermission('charge_read');
      const intent = await world.app.deps.db.read.selectFrom('donation_intents').selectAll().executeTakeFirstOrThrow();
      expect(await run()).toMatchObject({
        healed: 1,
        quarantined: 0,
        unknownAtProvider: [],
        feesBooked: 0,
        providers: { stripe: { healed: 1 } },
        missingPermissions: [{ provider: 'stripe', permission: 'charge_write', description: chargesMissing }],
      });
      expect(await fees()).toEqual([]);
      const original = { provider_session_id: intent.provider_session_id };
      const change = (values: { provider_session_id: string | null }) =>
        world.app.deps.db.write.updateTable('donation_intents').set(values).where('id', '=', intent.id).execute();
      await settle();
      await change({ provider_session_id: 'cs_unknown' });
      expect(await run()).toMatchObject({ unknownAtProvider: [intent.id] });
      await change(original);
    });

    test('to read charges: a payment is still confirmed from its session', async () => {
      await world.control.takePermission('charge_read');
      await loseMessages();
      const { sessionId } = await world.pay();
      expect(await world.app.deps.cards.fetchSession(sessionId)).toMatchObject({
        event: { fact: { kind: 'settled' } },
      });
      await run();
      expect(await world.donations()).toHaveLength(1);
    });

    test('to read balance transactions: the result names that permission', async () => {
      await world.pay();
      await world.control.takePermission('balance_transaction_source_read');
      expect((await run())?.missingPermissions.map(({ permission }) => permission)).toEqual([
        'balance_transaction_source_read',
      ]);
    });

    test('at PayPal: an approved order is captured, a donation checked by its order, and only the fees are missing', async () => {
      await payByPayPal();
      await settle();
      await world.control.takePermission('transaction_search');
      await loseMessages();
      const orderId = await paypalPage(world.app).order();
      await world.control.approveOrder(orderId);
      expect(await run()).toMatchObject({
        healed: 1,
        quarantined: 0,
        unknownAtProvider: [],
        feesBooked: 0,
        providers: { paypal: { healed: 1 } },
        missingPermissions: [{ provider: 'paypal', permission: 'transaction_search', description: searchMissing }],
      });
      expect(await world.donations()).toHaveLength(2);
    });

    test('at PayPal to read disputes: everything else is reconciled, and the dispute when it may be read again', async () => {
      await payByPayPal();
      await payByPayPal();
      const [disputed, refunded] = await world.control.readCaptures();
      await settle();
      await world.control.takePermission('customer_disputes');
      await loseMessages();
      await world.control.refundCapture(refunded?.captureId ?? '');
      await world.control.openPayPalDispute(disputed?.captureId ?? '', { kind: 'dispute' });
      const withoutPermission = await run();
      expect(withoutPermission).toMatchObject({
        quarantined: 0,
        missingPermissions: [{ provider: 'paypal', permission: 'customer_disputes', description: disputesMissing }],
      });
      expect(withoutPermission?.providers.paypal).not.toBe('unavailable');
      await world.control.clearFaults();
      expect(await run()).toMatchObject({ missingPermissions: [] });
    });

    test('to read refunds: refunds are not reported as unknown, and disputes are still applied', async () => {
      await world.pay();
      await world.pay();
      const [refunded, disputed] = await world.control.readPayments();
      await world.control.refund(refunded?.paymentIntentId ?? '');
      await settle();
      await loseMessages();
      await world.control.openDispute(disputed?.paymentIntentId ?? '');
      await world.control.takePermission('charge_read');
      expect(await run()).toMatchObject({ healed: 1, unknownAtProvider: [] });
    });

    test('does not hide another one, nor a provider that does not respond', async () => {
      await payByPayPal();
      await world.pay();
      await world.control.takePermission('charge_read');
      await world.control.takePermission('transaction_search');
      await world.control.armApiFault({ kind: 'status', status: 503, path: '/v1/disputes', times: 9 });
      const result = await run();
      expect(result?.providers).toMatchObject({ stripe: 'unavailable', paypal: { feesBooked: 0 } });
      expect(result?.missingPermissions.map(({ permission }) => permission)).toEqual([
        'charge_write',
        'transaction_search',
      ]);
    });

    test('without which nothing can be compared makes the provider unavailable, and is named', async () => {
      await world.pay();
      await world.control.takePermission('checkout_session_read');
      await run();
      const stored = await world.app.deps.db.read
        .selectFrom('reconciliation_runs')
        .selectAll()
        .executeTakeFirstOrThrow();
      expect(stored.status).toBe('unavailable');
      expect(stored.result).toContain('The Stripe key lacks the permission \\"Checkout Sessions: Write\\"');
    });

    test('is in the stored result, on the review page, in the log and in the metrics', async () => {
      await world.pay();
      await world.control.takePermission('charge_read');
      await run();
      const stored = await world.app.deps.db.read
        .selectFrom('reconciliation_runs')
        .selectAll()
        .executeTakeFirstOrThrow();
      expect(stored.status).toBe('finished');
      expect(JSON.parse(stored.result)).toMatchObject({ missingPermissions: [{ description: chargesMissing }] });
      const cookie = await signInAdmin(world.app);
      const review = await world.app.server.inject({ method: 'GET', url: '/api/admin/review', headers: { cookie } });
      expect(reviewResponse.parse(review.json()).runs).toMatchObject([{ missingPermissions: [chargesMissing] }]);
      expect(world.app.logged).toContainEqual(
        expect.objectContaining({ msg: 'reconciliation: permission missing', description: chargesMissing }),
      );
      expect(await world.app.deps.metrics.registry.metrics()).toContain(
        'missing_permissions_total{provider="stripe",permission="charge_write"} 1',
      );
    });

    test('that is granted months later lets every missed fee be booked', async () => {
      await world.control.takePermission('charge_read');
      await run();
      await world.pay();
      await world.advance(90 * 24 * 60 * 60);
      expect(await run()).toMatchObject({ feesBooked: 0 });
      await world.control.clearFaults();
      expect(await run()).toMatchObject({ feesBooked: 1, missingPermissions: [] });
    });
  });
});
