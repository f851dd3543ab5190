import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { postCheckout } from '#test/support/app/call-app.ts';
import { checkoutBody, coffeeColumns } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { ownOrigin } from '#test/support/app/start-app.ts';
import { reconcile } from '../reconcile/reconcile.ts';

const completion = ['checkout.session.completed'];

forEachDatabase((engine) => {
  describe('the money path', () => {
    let world: AppWithSandbox;
    const confirm = async (donationId: string): Promise<unknown> => {
      const url = `/api/donations/${donationId}/confirm`;
      return (await world.app.server.inject({ method: 'POST', url, headers: { origin: ownOrigin } })).json();
    };
    const checkout = (key: string) => postCheckout(world.app, checkoutBody(), { key });

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(async () => {
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    test('a payment becomes one donation, to the cent', async () => {
      const { donationId } = await world.pay();
      const [donation, ...others] = await world.donations();
      expect(others).toEqual([]);
      expect(donation).toMatchObject({
        id: donationId,
        ...coffeeColumns,
        frozen_charity_name: 'Food banks across Canada',
        donor_id: null,
      });
    });

    test('a message delivered five times settles once', async () => {
      await world.control.armWebhookFault({ kind: 'repeat', count: 5, eventTypes: completion });
      await world.pay();
      expect(await world.donations()).toHaveLength(1);
    });

    test.each(['wrong_signature', 'old_timestamp'] as const)(
      'a message with %s is refused, and the redelivery settles',
      async (kind) => {
        await world.control.armWebhookFault({ kind, eventTypes: completion });
        await world.pay();
        await world.control.deliverWebhooks();
        expect(await world.donations()).toHaveLength(1);
      },
    );

    test('the thank-you page settles a payment before the webhook arrives', async () => {
      await world.control.armWebhookFault({ kind: 'drop', eventTypes: completion });
      const { donationId } = await world.pay();
      expect(await confirm(donationId)).toEqual({ status: 'settled' });
      expect(await world.donations()).toHaveLength(1);
    });

    test('webhook, thank-you page and reconciliation at the same time settle once', async () => {
      await world.control.armWebhookFault({ kind: 'delay', eventTypes: completion });
      const { donationId } = await world.pay();
      await world.control.releaseWebhooks();
      await Promise.all([
        world.control.deliverWebhooks(),
        confirm(donationId),
        confirm(donationId),
        reconcile(world.app.deps, 'open'),
        reconcile(world.app.deps, 'recent'),
      ]);
      expect(await world.donations()).toHaveLength(1);
    });

    test('after a lost response the next attempt gets the same session', async () => {
      await world.control.armApiFault({ kind: 'cut', moment: 'after_effect', method: 'POST', times: 2 });
      expect((await checkout('basket-key-1')).statusCode).toBe(503);
      const second = await checkout('basket-key-1');
      const third = await checkout('basket-key-1');
      expect([second.statusCode, third.json()]).toEqual([200, second.json()]);
      expect(world.sandbox.sandbox.store.checkoutSessions.size()).toBe(1);
    });

    test.each([
      [409, 2],
      [429, 1],
      [500, 2],
      [503, 4],
    ])(
      'when the provider returns %i, the donor sees the error sentence of the spec, and the next attempt opens the only session',
      async (status, times) => {
        await world.control.armApiFault({ kind: 'status', status, method: 'POST', times });
        const refused = await checkout('basket-key-2');
        expect([refused.statusCode, refused.json()]).toEqual([
          503,
          {
            code: 'provider_unavailable',
            error: 'Unable to process payment. Please try again.',
            message: 'Unable to process payment. Please try again.',
          },
        ]);
        world.app.clock.advance(1000);
        expect((await checkout('basket-key-2')).statusCode).toBe(200);
        expect(world.sandbox.sandbox.store.checkoutSessions.size()).toBe(1);
      },
    );

    test('an attempt minutes after an outage gets a checkout with its full lifetime', async () => {
      await world.control.armApiFault({ kind: 'cut', method: 'POST', times: 2 });
      expect((await checkout('basket-key-5')).statusCode).toBe(503);
      await world.advance(5 * 60);
      expect((await checkout('basket-key-5')).statusCode).toBe(200);
      const [intent] = await world.app.deps.db.read.selectFrom('donation_intents').selectAll().execute();
      const lifetimeMs = new Date(intent!.expires_at).getTime() - world.app.clock.now().getTime();
      expect(lifetimeMs).toBeGreaterThanOrEqual(30 * 60 * 1000);
    });

    test.each([200, 502])('JSON that is not a session, with status %i, is refused', async (status) => {
      await world.control.armApiFault({ kind: 'odd_json', status, method: 'POST', times: 2 });
      expect((await checkout('basket-key-3')).statusCode).toBe(503);
    });

    test('a bank debit is not a donation until it settles', async () => {
      const { sessionId, donationId } = await world.openCheckout();
      await world.control.submitPayment(sessionId, { bankAccount: 'settles' });
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect([await world.statuses(), await world.donations()]).toEqual([['processing'], []]);
      expect(await confirm(donationId)).toEqual({ status: 'processing' });
      const [payment] = await world.control.readPayments();
      await world.control.settleBankDebit(payment!.paymentIntentId, 'paid');
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect([await world.statuses(), (await world.donations()).length]).toEqual([['settled'], 1]);
    });

    test('a returned bank debit is not a donation', async () => {
      const { sessionId } = await world.openCheckout();
      await world.control.submitPayment(sessionId, { bankAccount: 'returns' });
      const [payment] = await world.control.readPayments();
      await world.control.settleBankDebit(payment!.paymentIntentId, 'returned');
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect([await world.statuses(), await world.donations()]).toEqual([['failed'], []]);
    });

    test.each([
      ['complete', 'settled'],
      ['fail', 'pending'],
    ] as const)('a confirmation step that ends with %s leaves the payment %s', async (decision, status) => {
      const { sessionId } = await world.openCheckout();
      await world.control.submitPayment(sessionId, { cardNumber: '4000002500003155' });
      expect(await world.statuses()).toEqual(['pending']);
      await world.control.decideConfirmation(sessionId, decision);
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await world.statuses()).toEqual([status]);
    });

    test.each([
      ['insufficient funds', '4000000000009995'],
      ['an expired card', '4000000000000069'],
      ['a wrong CVC', '4000000000000127'],
      ['a processing error', '4000000000000119'],
    ])('%s is not a donation', async (_problem, cardNumber) => {
      const { sessionId } = await world.openCheckout();
      await world.control.submitPayment(sessionId, { cardNumber });
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect([await world.statuses(), await world.donations()]).toEqual([['pending'], []]);
    });

    test('reordered messages settle every payment once', async () => {
      await world.control.armWebhookFault({ kind: 'reorder', count: 3, eventTypes: completion });
      for (let number = 1; number <= 3; number += 1) await world.pay();
      await world.control.releaseWebhooks();
      await world.control.deliverWebhooks();
      expect(await world.donations()).toHaveLength(3);
    });

    test('an expired session cannot be paid', async () => {
      const { sessionId } = await world.openCheckout();
      await world.advance(40 * 60);
      await world.control.submitPayment(sessionId);
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect([await world.statuses(), await world.donations()]).toEqual([['expired'], []]);
    });

    test('a declined card leaves the checkout open, and another card pays it', async () => {
      const { sessionId } = await world.openCheckout();
      await world.control.submitPayment(sessionId, { cardNumber: '4000000000000002' });
      expect(await world.statuses()).toEqual(['pending']);
      await world.control.submitPayment(sessionId);
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await world.statuses()).toEqual(['settled']);
    });
  });
});
