import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { orderBody, paypalPage, type PayPalPage } from '#test/support/payments/paypal-calls.ts';
import { stubPayPal } from '#test/support/payments/stub-paypal.ts';
import { reconcile } from './reconcile.ts';

const hourSeconds = 60 * 60;
/** The time after which PayPal's report is complete. */
const reportSeconds = 3 * hourSeconds + 60;
const messageList = '/v1/notifications/webhooks-events';
const report = '/v1/reporting/transactions';

forEachDatabase((engine) => {
  describe('reconciliation with PayPal', () => {
    let world: AppWithSandbox;
    let page: PayPalPage;
    const read = () => world.app.deps.db.read;
    const donations = () => read().selectFrom('donations').selectAll().execute();
    const statuses = async () =>
      (await read().selectFrom('donation_intents').select('status').execute()).map(({ status }) => status);
    /** Drops all later messages from PayPal. */
    const loseMessages = () => world.control.armWebhookFault({ kind: 'drop', eventTypes: null, times: 99 });
    const approvedOrder = async (funding?: Parameters<AppWithSandbox['control']['approveOrder']>[1]) => {
      const orderId = await page.order();
      await world.control.approveOrder(orderId, funding);
      return orderId;
    };

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      page = paypalPage(world.app);
    });
    afterEach(() => world.close());

    test('captures an approved order', async () => {
      await loseMessages();
      await approvedOrder();
      const result = await reconcile(world.app.deps, 'open');
      expect(result).toMatchObject({ healed: 1, quarantined: 0, providers: { paypal: { healed: 1 } } });
      expect(await donations()).toHaveLength(1);
      expect((await reconcile(world.app.deps, 'open'))?.providers).not.toHaveProperty('paypal');
      expect(await world.discrepancies()).toEqual([]);
    });

    test('quarantines a contradictory order once, with an alarm, and continues', async () => {
      const orderId = await page.order();
      const other = await page.order(orderBody('JPY'));
      const paypal = {
        ...world.app.deps.paypal!,
        fetchOrder: async (id: string) =>
          id === orderId
            ? ({ code: 'unreadable', detail: 'the order is completed without a capture' } as const)
            : world.app.deps.paypal!.fetchOrder(id),
      };
      await loseMessages();
      await world.control.approveOrder(other);
      const deps = { ...world.app.deps, paypal };
      const found = [await reconcile(deps, 'open'), await reconcile(deps, 'open')];
      expect(found).toMatchObject([
        { providers: { paypal: { quarantined: 1, healed: 1 } } },
        { providers: { paypal: { quarantined: 0 } } },
      ]);
      expect(await read().selectFrom('quarantined_events').select(['event_id', 'reason']).execute()).toEqual([
        { event_id: `unreadable:${orderId}`, reason: 'unreadable' },
      ]);
      expect(await world.app.deps.metrics.registry.getSingleMetricAsString('payment_events_total')).toContain(
        'payment_events_total{provider="paypal",kind="unreadable",outcome="quarantined"} 1',
      );
      expect(await statuses()).toEqual(expect.arrayContaining(['pending', 'settled']));
    });

    test('quarantines an unreadable message once and reads the others', async () => {
      const paypal = stubPayPal();
      paypal.listMessages = async function* () {
        yield { code: 'unreadable', subjectId: 'WH-1', detail: 'unreadable message: resource' };
        yield { code: 'ignored', type: 'A.B' };
      };
      const deps = {
        ...world.app.deps,
        paypal: { ...paypal, fetchOrder: async () => ({ code: 'not_found' }) as const },
      };
      await page.order();
      const found = [await reconcile(deps, 'open'), await reconcile(deps, 'open')];
      expect(found).toMatchObject([
        { providers: { paypal: { quarantined: 1 } } },
        { providers: { paypal: { quarantined: 0 } } },
      ]);
      const quarantined = await read().selectFrom('quarantined_events').select(['event_id', 'reason']).execute();
      expect(quarantined).toEqual([{ event_id: 'unreadable:WH-1', reason: 'unreadable' }]);
    });

    test('finds that an eCheck has cleared or bounced', async () => {
      await loseMessages();
      const orders = [await approvedOrder('echeck'), await approvedOrder('echeck_denied')];
      for (const orderId of orders) await page.capture(orderId);
      await world.advance(4 * 24 * hourSeconds);
      expect(await reconcile(world.app.deps, 'open')).toMatchObject({ healed: 2 });
      expect((await statuses()).toSorted()).toEqual(['failed', 'settled']);
      expect(await world.discrepancies()).toEqual([]);
    });

    test('leaves an open order alone until it expires', async () => {
      await page.order();
      expect(await reconcile(world.app.deps, 'open')).toMatchObject({
        providers: { paypal: { compared: 1, healed: 0 } },
      });
      expect(await statuses()).toEqual(['pending']);
      await world.advance(4 * hourSeconds);
      await reconcile(world.app.deps, 'open');
      expect(await statuses()).toEqual(['expired']);
    });

    test('expires an intent that never reached PayPal', async () => {
      await world.control.armApiFault({ kind: 'status', method: 'POST', path: '/v2/checkout/orders', times: 2 });
      await page.requestOrder();
      await page.order();
      await world.advance(5 * hourSeconds);
      expect(await reconcile(world.app.deps, 'open')).toMatchObject({ lapsed: 1 });
      expect(await statuses()).toEqual(['expired', 'expired']);
    });

    test('applies lost messages', async () => {
      const orderId = await approvedOrder();
      await page.capture(orderId);
      await loseMessages();
      const [capture] = await world.control.readCaptures();
      await world.control.refundCapture(capture?.captureId ?? '', 100);
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ quarantined: 0, unknownAtProvider: [] });
      expect(await read().selectFrom('reversals').select('amount_minor').execute()).toEqual([{ amount_minor: 100 }]);
    });

    test('finds a missing payment from PayPal’s report alone', async () => {
      await world.control.armWebhookFault({ kind: 'never_generate', eventTypes: null, times: 9 });
      const orderId = await approvedOrder();
      await page.capture(orderId);
      await deleteDonations(world);
      // so that it is not fetched as an open order
      await world.app.deps.db.write.updateTable('donation_intents').set({ status: 'expired' }).execute();
      await world.advance(reportSeconds);
      const result = await reconcile(world.app.deps, 'recent');
      expect(result).toMatchObject({ healed: 1, quarantined: 0, unknownAtProvider: [] });
      expect(await world.discrepancies()).toEqual([]);
    });

    test.each([100, undefined])(
      'finds a missing payment and its refund of %s from PayPal’s report alone',
      async (refunded) => {
        await world.control.armWebhookFault({ kind: 'never_generate', eventTypes: null, times: 9 });
        await page.capture(await approvedOrder());
        await deleteDonations(world);
        await world.app.deps.db.write.updateTable('donation_intents').set({ status: 'expired' }).execute();
        const [capture] = await world.control.readCaptures();
        await world.control.refundCapture(capture?.captureId ?? '', refunded);
        await world.advance(reportSeconds);
        expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ healed: 2, quarantined: 0, feesBooked: 1 });
        expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ healed: 0, quarantined: 0, feesBooked: 0 });
        expect(await world.discrepancies()).toEqual([]);
      },
    );

    test('finds a refund that is older than PayPal’s messages', async () => {
      await page.capture(await approvedOrder());
      await world.sandbox.sandbox.webhooks.whenIdle();
      await reconcile(world.app.deps, 'recent');
      await loseMessages();
      const [capture] = await world.control.readCaptures();
      await world.control.refundCapture(capture?.captureId ?? '', 100);
      await world.advance(60 * 24 * hourSeconds);
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ healed: 1, quarantined: 0 });
      expect(await read().selectFrom('reversals').select('amount_minor').execute()).toEqual([{ amount_minor: 100 }]);
      expect(await world.discrepancies()).toEqual([]);
    });

    test('ignores a refund of another shop’s payment', async () => {
      await world.control.armWebhookFault({ kind: 'never_generate', eventTypes: null, times: 9 });
      await page.capture(await approvedOrder());
      await world.app.deps.db.write.updateTable('donation_intents').set({ provider_payment_id: null }).execute();
      const [capture] = await world.control.readCaptures();
      await world.control.refundCapture(capture?.captureId ?? '', 100);
      await world.advance(60);
      await reconcile(world.app.deps, 'recent');
      expect(await read().selectFrom('reversals').selectAll().execute()).toEqual([]);
    });

    test('quarantines a payment of an unknown donation once', async () => {
      await loseMessages();
      const orderId = await approvedOrder();
      const order = world.sandbox.sandbox.store.paypalOrders.get(orderId);
      if (!order) throw new Error('the order was just created');
      world.sandbox.sandbox.store.paypalOrders.put({ ...order, id: '5O190127TN364715T', customId: 'of-another-shop' });
      await captureElsewhere(world, '5O190127TN364715T');
      await world.advance(reportSeconds);
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ quarantined: 1 });
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ quarantined: 0 });
      const quarantined = await read().selectFrom('quarantined_events').select(['provider', 'reason']).execute();
      expect(quarantined).toEqual([{ provider: 'paypal', reason: 'unknown_session' }]);
    });

    test('reports a donation that PayPal does not have', async () => {
      const orderId = await approvedOrder();
      await page.capture(orderId);
      const [capture] = await world.control.readCaptures();
      world.sandbox.sandbox.store.paypalCaptures.remove(capture?.captureId ?? '');
      world.sandbox.sandbox.store.paypalOrders.remove(orderId);
      await world.advance(hourSeconds);
      const [intent] = await read().selectFrom('donation_intents').select('id').execute();
      const result = await reconcile(world.app.deps, 'recent');
      expect(result).toMatchObject({
        unknownAtProvider: [intent?.id],
        providers: { paypal: { unknownAtProvider: [intent?.id] } },
      });
    });

    test('looks up the order of a donation that is not in the report yet', async () => {
      const orderId = await approvedOrder();
      await page.capture(orderId);
      const store = world.sandbox.sandbox.store.paypalCaptures;
      const [capture] = [...store.values()];
      if (!capture) throw new Error('the order was just captured');
      store.put({ ...capture, created: capture.created + hourSeconds }); // the report filters by this time
      await world.app.deps.db.write
        .updateTable('donation_intents')
        .set({ updated_at: new Date(world.app.clock.now().getTime() - hourSeconds * 1000).toISOString() })
        .execute();
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ unknownAtProvider: [] });
    });

    test.each([
      ['open orders', '/v2/checkout/orders/*'],
      ['messages', messageList],
      ['the report', report],
    ])('when PayPal does not return %s, only PayPal’s part fails', async (_what, path) => {
      await loseMessages();
      await page.order();
      await world.control.armWebhookFault({ kind: 'drop', eventTypes: ['checkout.session.completed'] });
      await world.pay();
      await world.control.armApiFault({ kind: 'status', status: 503, method: 'GET', path, times: 5 });
      const result = await reconcile(world.app.deps, 'recent');
      expect(result).toMatchObject({ healed: 1, providers: { paypal: 'unavailable', stripe: { healed: 1 } } });
      const [run] = await read().selectFrom('reconciliation_runs').select('status').execute();
      expect(run?.status).toBe('unavailable');
      expect(await world.discrepancies()).toEqual([]);
    });

    test('when Stripe does not respond, PayPal is still reconciled', async () => {
      await loseMessages();
      await approvedOrder();
      await world.openCheckout();
      await world.control.armApiFault({
        kind: 'status',
        status: 503,
        method: 'GET',
        path: '/v1/checkout/sessions',
        times: 5,
      });
      const result = await reconcile(world.app.deps, 'open');
      expect(result).toMatchObject({ healed: 1, providers: { stripe: 'unavailable', paypal: { healed: 1 } } });
    });

    test('settles a payment once when the page and the webhooks settle it at the same time', async () => {
      const orderId = await page.order();
      await world.control.armWebhookFault({ kind: 'delay', eventTypes: null, times: 9 });
      await world.control.approveOrder(orderId);
      await Promise.all([
        page.capture(orderId),
        page.capture(orderId),
        reconcile(world.app.deps, 'open'),
        reconcile(world.app.deps, 'recent'),
      ]);
      await world.control.releaseWebhooks();
      await world.control.deliverWebhooks();
      expect(await donations()).toHaveLength(1);
      expect(await world.discrepancies()).toEqual([]);
    });
  });
});

/** Deletes a settled payment from our records. */
async function deleteDonations({ app }: AppWithSandbox): Promise<void> {
  for (const table of ['outbox', 'ledger_entries', 'ledger_transactions', 'donations', 'payment_events'] as const) {
    await app.deps.db.write.deleteFrom(table).execute();
  }
}

/** Captures an order without our server, as another shop of the same merchant would. */
async function captureElsewhere({ sandbox }: AppWithSandbox, orderId: string): Promise<void> {
  const { clientId, clientSecret } = sandbox.sandbox.config.paypal;
  const token = await fetch(`${sandbox.url}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: accessToken } = (await token.json()) as { access_token: string };
  await fetch(`${sandbox.url}/v2/checkout/orders/${orderId}/capture`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: '{}',
  });
}
