import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { insertActivePlan, activeSubscriptions } from '#test/support/payments/active-subscriptions.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards, type StubCards } from '#test/support/payments/stub-cards.ts';
import type { WebhookReading } from '#server/ports/card-provider.ts';
import type { InvoiceState } from '#server/ports/subscription-provider.ts';
import { reconcile } from './reconcile.ts';

const daySeconds = 24 * 60 * 60;

forEachDatabase((engine) => {
  describe('a message about a plan while the provider is unavailable', () => {
    let app: TestApp;
    let cards: StubCards;
    let planId: string;

    beforeEach(async () => {
      cards = stubCards();
      app = await startApp(engine, { cards });
      planId = await insertActivePlan(app, await signIn(app));
    });
    afterEach(() => app.close());

    const invoice = (): InvoiceState => ({
      invoiceId: 'in_1',
      subscriptionId: `sub_${planId}`,
      planId,
      isLive: false,
      reason: 'renewal',
      status: 'open',
      createdAt: app.deps.clock.now(),
      collected: undefined,
      paidAt: undefined,
      paymentId: undefined,
      charityId: undefined,
      attemptCount: 0,
      nextAttemptAt: undefined,
      payUrl: undefined,
    });

    async function post(reading: WebhookReading, subscriptions: Partial<StubCards['subscriptions']>): Promise<number> {
      const fetchInvoice = async () => ({ code: 'responded', state: invoice() }) as const;
      Object.assign(cards, {
        readWebhook: () => reading,
        subscriptions: { ...activeSubscriptions, fetchInvoice, ...subscriptions },
      });
      const url = '/api/webhooks/stripe';
      const headers = { 'content-type': 'application/json' };
      return (await app.server.inject({ method: 'POST', url, headers, payload: '{}' })).statusCode;
    }

    test('is refused until the provider responds', async () => {
      const unavailable = {
        fetchSubscription: async () => ({ code: 'unavailable', detail: 'connection refused' }) as const,
      };
      for (const reading of [
        { code: 'subscription', subscriptionId: `sub_${planId}` },
        { code: 'invoice', invoiceId: 'in_1' },
      ] as const) {
        expect([await post(reading, unavailable), await post(reading, {})]).toEqual([503, 200]);
      }
    });
  });

  describe('a plan whose messages are lost', () => {
    let world: AppWithSandbox;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(() => world.close());

    const plan = () => world.app.deps.db.read.selectFrom('plans').selectAll().executeTakeFirstOrThrow();
    const now = () => world.app.deps.clock.now().toISOString();

    /** Starts a plan, then loses all later messages. Returns its subscription. */
    async function startPlan(): Promise<string> {
      const donor = await signIn(world.app);
      await world.pay(checkoutBody({ donation: { recurring: true } }), donor.cookie);
      await world.control.armWebhookFault({ kind: 'drop', times: 100 });
      return (await world.control.readSubscriptions())[0]?.subscriptionId ?? '';
    }

    test('is not fetched again by reconciliation if all of it is recorded', async () => {
      await startPlan();
      const { subscriptions } = world.app.deps.cards;
      const calls = [vi.spyOn(subscriptions, 'fetchInvoice'), vi.spyOn(subscriptions, 'fetchSubscription')];
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ healed: 0, quarantined: 0 });
      expect(calls.map(({ mock }) => mock.calls)).toEqual([[], []]);
    });

    test('is found by its checkout when its subscription is unknown', async () => {
      await startPlan();
      const withoutSubscription = {
        subscription_id: null,
        customer_id: null,
        status: 'starting',
        next_charge_at: null,
      } as const;
      await world.app.deps.db.write.updateTable('plans').set(withoutSubscription).execute();
      await reconcile(world.app.deps, 'recent');
      expect(await plan()).toMatchObject({ status: 'active' });
    });

    test('gets its next charge from the daily reconciliation', async () => {
      await startPlan();
      await world.advance(32 * daySeconds);
      expect((await plan()).next_charge_at! < now()).toBe(true);
      await reconcile(world.app.deps, 'recent');
      expect((await plan()).next_charge_at! > now()).toBe(true);
    });

    test('is ended by the daily reconciliation', async () => {
      await world.control.cancelSubscription(await startPlan());
      await world.advance(32 * daySeconds);
      await reconcile(world.app.deps, 'open');
      expect(await plan()).toMatchObject({ status: 'active' });
      await reconcile(world.app.deps, 'recent');
      expect(await plan()).toMatchObject({ status: 'ended', next_charge_at: null });
    });
  });

  describe('an invoice that is paid more than a week after its creation', () => {
    let world: AppWithSandbox;
    let donor: SignedIn;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      donor = await signIn(world.app);
    });
    afterEach(async () => {
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    /** Starts a plan and pays the first month. The second month's charge succeeds at the third attempt. */
    async function payLate(): Promise<void> {
      await world.pay(checkoutBody({ donation: { recurring: true } }), donor.cookie);
      const [subscription] = await world.control.readSubscriptions();
      await world.control.failNextRenewals(subscription?.subscriptionId ?? '', 2);
      for (let day = 0; day < 40; day += 1) await world.advance(daySeconds);
    }

    test('is found by the daily reconciliation when its message was lost', async () => {
      await world.control.armWebhookFault({ kind: 'drop', times: 100, eventTypes: ['invoice.paid'] });
      await payLate();
      expect(await world.control.readPayments()).toHaveLength(2);
      expect(await world.donations()).toHaveLength(1);
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ healed: 1, unknownAtProvider: [] });
      expect(await world.donations()).toHaveLength(2);
    });

    test('does not count as unknown at the provider', async () => {
      await payLate();
      expect(await world.donations()).toHaveLength(2);
      await world.openCheckout();
      await world.advance(20 * 60);
      expect([await reconcile(world.app.deps, 'open'), await reconcile(world.app.deps, 'recent')]).toMatchObject([
        { unknownAtProvider: [] },
        { unknownAtProvider: [] },
      ]);
    });
  });
});
