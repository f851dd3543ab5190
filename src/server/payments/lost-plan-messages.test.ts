import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkoutBody } from '#test/support/checkout-body.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { startPaymentWorld, type PaymentWorld } from '#test/support/payment-world.ts';
import { signIn } from '#test/support/signed-in.ts';
import { insertPlanOf, standingSubscriptions } from '#test/support/standing-subscriptions.ts';
import { startApp, type TestApp } from '#test/support/start-app.ts';
import { stubCards, type StubCards } from '#test/support/stub-cards.ts';
import type { WebhookReading } from './card-provider.ts';
import { reconcile } from './reconcile.ts';
import type { InvoiceState } from './subscription-provider.ts';

const daySeconds = 24 * 60 * 60;

forEachDatabase((engine) => {
  describe(`a message about a monthly gift that cannot be followed, on ${engine}`, () => {
    let app: TestApp;
    let cards: StubCards;
    let planId: string;

    beforeEach(async () => {
      cards = stubCards();
      app = await startApp(engine, { cards });
      planId = await insertPlanOf(app, await signIn(app));
    });
    afterEach(() => app.close());

    const bill = (): InvoiceState => ({
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
      const fetchInvoice = async () => ({ code: 'answered', state: bill() }) as const;
      Object.assign(cards, {
        readWebhook: () => reading,
        subscriptions: { ...standingSubscriptions, fetchInvoice, ...subscriptions },
      });
      const url = '/api/webhooks/stripe';
      const headers = { 'content-type': 'application/json' };
      return (await app.server.inject({ method: 'POST', url, headers, payload: '{}' })).statusCode;
    }

    test('is refused until it can be', async () => {
      const away = { fetchSubscription: async () => ({ code: 'unavailable', detail: 'away' }) as const };
      for (const reading of [
        { code: 'subscription', subscriptionId: `sub_${planId}` },
        { code: 'invoice', invoiceId: 'in_1' },
      ] as const) {
        expect([await post(reading, away), await post(reading, {})]).toEqual([503, 200]);
      }
    });
  });

  describe(`a monthly gift whose messages are lost for good, on ${engine}`, () => {
    let world: PaymentWorld;

    beforeEach(async () => {
      world = await startPaymentWorld(engine);
    });
    afterEach(() => world.close());

    const plan = () => world.app.deps.db.read.selectFrom('plans').selectAll().executeTakeFirstOrThrow();
    const now = () => world.app.deps.clock.now().toISOString();

    /** Begins a gift of which nothing more is heard than its beginning; its subscription. */
    async function give(): Promise<string> {
      const donor = await signIn(world.app);
      await world.pay(checkoutBody({ donation: { recurring: true } }), donor.cookie);
      await world.control.armWebhookFault({ kind: 'drop', times: 100 });
      return (await world.control.subscriptions())[0]?.subscriptionId ?? '';
    }

    test('is not asked for again by a comparison while all of it stands in the books', async () => {
      await give();
      const { subscriptions } = world.app.deps.cards;
      const asked = [vi.spyOn(subscriptions, 'fetchInvoice'), vi.spyOn(subscriptions, 'fetchSubscription')];
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ healed: 0, quarantined: 0 });
      expect(asked.map(({ mock }) => mock.calls)).toEqual([[], []]);
    });

    test('whose subscription was never heard of is found by its checkout', async () => {
      await give();
      const unheard = { subscription_id: null, customer_id: null, status: 'starting', next_charge_at: null } as const;
      await world.app.deps.db.write.updateTable('plans').set(unheard).execute();
      await reconcile(world.app.deps, 'recent');
      expect(await plan()).toMatchObject({ status: 'active' });
    });

    test('stands with its next charge again after the daily comparison', async () => {
      await give();
      await world.advance(32 * daySeconds);
      expect((await plan()).next_charge_at! < now()).toBe(true);
      await reconcile(world.app.deps, 'recent');
      expect((await plan()).next_charge_at! > now()).toBe(true);
    });

    test('stands as ended after the daily comparison when it ended', async () => {
      await world.control.cancelSubscription(await give());
      await world.advance(32 * daySeconds);
      await reconcile(world.app.deps, 'open');
      expect(await plan()).toMatchObject({ status: 'active' });
      await reconcile(world.app.deps, 'recent');
      expect(await plan()).toMatchObject({ status: 'ended', next_charge_at: null });
    });
  });
});
