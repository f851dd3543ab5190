import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chargeOf } from '#server/db/row-money.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import { paymentJobs, recordOfIntent } from '#server/payments/index.ts';
import { cancelPlanJob } from '#server/recurring/index.ts';
import { signIn } from '#test/support/accounts/signed-in.ts';
import { postCheckout } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { orderBody, paypalPage } from '#test/support/payments/paypal-calls.ts';
import { stubCards, type StubCards } from '#test/support/payments/stub-cards.ts';
import { stubPayPal } from '#test/support/payments/stub-paypal.ts';

const key = 'one-basket-one-page';
const sessionsPath = '/v1/checkout/sessions';

interface CheckoutResponse {
  readonly status: number;
  readonly url: string;
}

async function request(app: TestApp): Promise<CheckoutResponse> {
  const response = await postCheckout(app, checkoutBody(), { key });
  return { status: response.statusCode, url: response.json<{ url?: string }>().url ?? '' };
}

const theIntent = (app: TestApp): Promise<DonationIntentRow> =>
  app.deps.db.read.selectFrom('donation_intents').selectAll().executeTakeFirstOrThrow();

forEachDatabase((engine) => {
  describe('the page of an intent at the sandbox', () => {
    let world: AppWithSandbox;
    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(async () => {
      expect(await checkLedger(world.app.deps.db.read)).toEqual([]);
      await world.close();
    });

    const sessions = () => [...world.sandbox.sandbox.store.checkoutSessions.values()];
    const payable = () => sessions().filter(({ status }) => status === 'open');
    const failNext = (times: number) =>
      world.control.armApiFault({ kind: 'status', status: 500, method: 'POST', path: sessionsPath, times });
    const pay = async (sessionId: string | null): Promise<void> => {
      await world.control.submitPayment(sessionId ?? '');
      await world.sandbox.sandbox.webhooks.whenIdle();
    };
    const workJobs = () => workOutbox(world.app.deps, paymentJobs);
    const quarantined = () => world.app.deps.db.read.selectFrom('quarantined_events').selectAll().execute();

    /** Opens a second session for the intent at the provider, like a server that lost the response about the first one. */
    const openSecond = async (intent: DonationIntentRow): Promise<string> => {
      const opened = await world.app.deps.cards.openCheckout({
        intentId: intent.id,
        number: intent.session_number + 1,
        record: recordOfIntent(world.app.deps, intent),
        createdAt: new Date(intent.created_at),
        isRetry: false,
        charge: chargeOf(intent),
        ...(intent.plan_id === null ? {} : { monthly: { planId: intent.plan_id, charityId: intent.charity_id } }),
        label: intent.label,
        charityName: 'Food banks across Canada',
        donorEmail: undefined,
        successUrl: intent.success_url,
        cancelUrl: intent.cancel_url,
        expiresAt: new Date(intent.expires_at),
      });
      if (opened.code !== 'opened') throw new Error(`not opened: ${opened.detail}`);
      return opened.sessionId;
    };

    test('is the same for two retries in different seconds, 90 seconds after the provider failed', async () => {
      await failNext(2);
      expect(await request(world.app)).toMatchObject({ status: 503 });
      await world.advance(90);
      const { cards } = world.app.deps;
      const openCheckout = cards.openCheckout.bind(cards);
      const both = Promise.withResolvers<void>();
      const first = Promise.withResolvers<void>();
      let waiting = 0;
      vi.spyOn(cards, 'openCheckout').mockImplementation(async (requested) => {
        waiting += 1;
        first.resolve();
        if (waiting === 2) both.resolve();
        await both.promise;
        return openCheckout(requested);
      });
      const responses = [request(world.app)];
      await first.promise;
      world.app.clock.advance(1000);
      responses.push(request(world.app));
      const [one, other] = await Promise.all(responses);
      expect([one?.status, other?.status]).toEqual([200, 200]);
      expect(one?.url).toBe(other?.url);
      expect(sessions()).toHaveLength(1);
      await pay((await theIntent(world.app)).provider_session_id);
      expect(await world.donations()).toHaveLength(1);
      expect(await quarantined()).toEqual([]);
    });

    test('is found again when the provider opened it but responded with an error', async () => {
      await world.control.armApiFault({
        kind: 'status',
        status: 500,
        method: 'POST',
        path: sessionsPath,
        moment: 'after_effect',
      });
      expect(await request(world.app)).toMatchObject({ status: 200 });
      expect(sessions()).toHaveLength(1);
      expect(await theIntent(world.app)).toMatchObject({ session_number: 1 });
    });

    test('gets a new number after every definite refusal', async () => {
      await failNext(4);
      await request(world.app);
      await request(world.app);
      expect(await request(world.app)).toMatchObject({ status: 200 });
      expect(await theIntent(world.app)).toMatchObject({ session_number: 5 });
      expect(sessions()).toHaveLength(1);
    });

    test('keeps its number while the provider does not respond', async () => {
      await world.control.armApiFault({
        kind: 'cut',
        method: 'POST',
        path: sessionsPath,
        times: 2,
        moment: 'after_effect',
      });
      expect(await request(world.app)).toMatchObject({ status: 503 });
      expect(await request(world.app)).toMatchObject({ status: 200 });
      expect(await theIntent(world.app)).toMatchObject({ session_number: 1 });
      expect(sessions()).toHaveLength(1);
    });

    test('is no longer payable after a superseded session has been paid, and the donation is booked once', async () => {
      await request(world.app);
      const intent = await theIntent(world.app);
      const superseded = await openSecond(intent);
      await pay(superseded);
      expect(await theIntent(world.app)).toMatchObject({ status: 'settled', provider_session_id: superseded });
      expect(await world.donations()).toHaveLength(1);
      await workJobs();
      expect(payable()).toEqual([]);
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await theIntent(world.app)).toMatchObject({ status: 'settled', provider_session_id: superseded });
      expect(await quarantined()).toEqual([]);
      expect(await world.discrepancies()).toEqual([]);
    });

    test('that is paid in addition to a superseded session books one donation and quarantines the second payment', async () => {
      await request(world.app);
      const intent = await theIntent(world.app);
      const superseded = await openSecond(intent);
      await pay(intent.provider_session_id);
      await pay(superseded);
      expect(await world.donations()).toHaveLength(1);
      expect(await quarantined()).toMatchObject([{ provider: 'stripe', reason: 'other_session' }]);
      expect(await theIntent(world.app)).toMatchObject({
        status: 'settled',
        provider_session_id: intent.provider_session_id,
      });
    });

    test('stays payable when a superseded session expires', async () => {
      await request(world.app);
      const intent = await theIntent(world.app);
      const superseded = await openSecond(intent);
      expect(await world.app.deps.cards.expireSession(superseded)).toEqual({ code: 'ended' });
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await theIntent(world.app)).toMatchObject({ status: 'pending' });
      await pay(intent.provider_session_id);
      expect(await world.donations()).toHaveLength(1);
      expect(await quarantined()).toEqual([]);
    });

    test('becomes a superseded session if a bank debit is in progress on that session', async () => {
      await request(world.app);
      const superseded = await openSecond(await theIntent(world.app));
      await world.control.submitPayment(superseded, { bankAccount: 'settles' });
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await theIntent(world.app)).toMatchObject({ status: 'processing', provider_session_id: superseded });
      await workJobs();
      expect(payable()).toEqual([]);
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await theIntent(world.app)).toMatchObject({ status: 'processing' });
    });

    test('that starts a plan in addition to a superseded session leaves one subscription, and quarantines the second payment', async () => {
      const donor = await signIn(world.app);
      const { sessionId } = await world.openCheckout(checkoutBody({ donation: { recurring: true } }), donor.cookie);
      const superseded = await openSecond(await theIntent(world.app));
      await pay(superseded);
      await pay(sessionId);
      await workOutbox(world.app.deps, { cancel_plan: cancelPlanJob });
      await world.sandbox.sandbox.webhooks.whenIdle();
      const subscriptions = await world.control.readSubscriptions();
      const { subscription_id: own } = await world.app.deps.db.read
        .selectFrom('plans')
        .select('subscription_id')
        .executeTakeFirstOrThrow();
      expect(
        subscriptions.filter(({ status }) => status === 'active').map(({ subscriptionId }) => subscriptionId),
      ).toEqual([own]);
      expect(subscriptions).toHaveLength(2);
      expect(await world.donations()).toHaveLength(1);
      expect(await quarantined()).toMatchObject([{ reason: 'other_record' }]);
    });

    test('ends when it is expired, and stays ended when it is expired again', async () => {
      await request(world.app);
      const { provider_session_id: sessionId } = await theIntent(world.app);
      const { cards } = world.app.deps;
      expect(await cards.expireSession(sessionId ?? '')).toEqual({ code: 'ended' });
      expect(await cards.expireSession(sessionId ?? '')).toEqual({ code: 'ended' });
      expect(await cards.expireSession('cs_test_unknown')).toMatchObject({ code: 'unavailable' });
    });
  });

  describe('a provider that opens another session for every request', () => {
    let cards: StubCards;
    let app: TestApp;
    const expired: string[] = [];

    beforeEach(async () => {
      expired.length = 0;
      cards = stubCards();
      cards.respondToOpen = ({ expiresAt }) => {
        const sessionId = `cs_test_${cards.opened.length}`;
        return { code: 'opened', sessionId, url: `https://pay.example/${sessionId}`, expiresAt };
      };
      app = await startApp(engine, {
        cards: Object.assign(cards, {
          expireSession: async (sessionId: string) => {
            expired.push(sessionId);
            return { code: 'ended' } as const;
          },
        }),
      });
    });
    afterEach(() => app.close());

    test('still has one page for eight simultaneous requests, and every other session is expired', async () => {
      const responses = await Promise.all(Array.from({ length: 8 }, () => request(app)));
      const { provider_session_id: kept, checkout_url: url } = await theIntent(app);
      expect(new Set(responses.map((response) => response.url))).toEqual(new Set([url]));
      await workOutbox(app.deps, paymentJobs);
      const others = cards.opened.map((_, index) => `cs_test_${index + 1}`).filter((id) => id !== kept);
      expect(expired.toSorted()).toEqual(others.toSorted());
    });

    test('gives every request to PayPal the order that was stored', async () => {
      const withPayPal = await startApp(engine, { cards: stubCards(), paypal: stubPayPal() });
      const orders = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const response = await paypalPage(withPayPal).requestOrder(orderBody(), { 'idempotency-key': key });
          return response.json<{ id: string }>().id;
        }),
      );
      const { provider_session_id: kept } = await theIntent(withPayPal);
      expect(new Set(orders)).toEqual(new Set([kept]));
      await withPayPal.close();
    });
  });
});
