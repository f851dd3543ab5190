import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PlanAnswer } from '#contract/recurring.ts';
import type { SubscriptionProvider } from '#server/payments/index.ts';
import { checkoutBody } from '#test/support/checkout-body.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { startPaymentWorld, type PaymentWorld } from '#test/support/payment-world.ts';
import { signIn, type SignedIn } from '#test/support/signed-in.ts';
import { insertPlanOf, standingSubscriptions } from '#test/support/standing-subscriptions.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/start-app.ts';
import { stubCards } from '#test/support/stub-cards.ts';

type Ask = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => Promise<LightMyRequestResponse>;

const askAs =
  (app: TestApp, { cookie }: SignedIn): Ask =>
  (method, url, payload) =>
    app.server.inject({ method, url, headers: { origin: ownOrigin, cookie }, ...(payload ? { payload } : {}) });

const mailsOfChanges = ({ deps }: TestApp) =>
  deps.db.read.selectFrom('outbox').select('dedupe_key').where('kind', '=', 'plan_changed').execute();

forEachDatabase((engine) => {
  describe(`a change of a monthly gift that the provider makes, and whose answer is lost, on ${engine}`, () => {
    let world: PaymentWorld;
    let ask: Ask;
    let plan: PlanAnswer;

    beforeEach(async () => {
      world = await startPaymentWorld(engine);
      const donor = await signIn(world.app);
      ask = askAs(world.app, donor);
      await world.pay(checkoutBody({ donation: { recurring: true } }), donor.cookie);
      plan = (await ask('GET', '/api/plans')).json<PlanAnswer[]>()[0]!;
      const path = '/v1/subscriptions/*';
      await world.control.armApiFault({ kind: 'cut', method: 'POST', path, moment: 'after_effect', times: 2 });
    });
    afterEach(async () => {
      expect(await world.disagreements()).toEqual([]);
      await world.close();
    });

    test('is in force, and told once, when a message about the subscription comes', async () => {
      expect((await ask('PATCH', `/api/plans/${plan.id}`, { amount: 10, charityId: 7 })).statusCode).toBe(502);
      await world.sandbox.sandbox.webhooks.whenIdle();
      const [standing] = (await ask('GET', '/api/plans')).json<PlanAnswer[]>();
      expect(standing).toMatchObject({ amount: 10, total: 11, charityId: 7 });
      expect(await mailsOfChanges(world.app)).toEqual([{ dedupe_key: `plan_changed:${plan.id}:2` }]);
    });
  });

  describe(`a change of a monthly gift that was agreed in another currency, on ${engine}`, () => {
    let app: TestApp;
    afterEach(() => app.close());

    test('is asked for in the currency of its terms', async () => {
      const changeSubscription = vi.fn<SubscriptionProvider['changeSubscription']>(
        standingSubscriptions.changeSubscription.bind(standingSubscriptions),
      );
      const subscriptions = { ...standingSubscriptions, changeSubscription };
      app = await startApp(engine, { cards: { ...stubCards(), subscriptions } });
      const donor = await signIn(app);
      const planId = await insertPlanOf(app, donor);
      await app.deps.db.write.updateTable('plan_terms').set({ charge_currency: 'EUR' }).execute();
      expect((await askAs(app, donor)('PATCH', `/api/plans/${planId}`, { charityId: 7 })).statusCode).toBe(200);
      expect(changeSubscription.mock.calls[0]?.[1].charge.total.currency).toBe('EUR');
    });
  });
});
