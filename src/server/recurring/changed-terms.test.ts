import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PlanResponse } from '#contract/plan.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { insertActivePlan, activeSubscriptions } from '#test/support/payments/active-subscriptions.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import type { SubscriptionProvider } from '#server/ports/subscription-provider.ts';

type SendRequest = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => Promise<LightMyRequestResponse>;

const requestAs =
  (app: TestApp, { cookie }: SignedIn): SendRequest =>
  (method, url, payload) =>
    app.server.inject({ method, url, headers: { origin: ownOrigin, cookie }, ...(payload ? { payload } : {}) });

const changeEmails = ({ deps }: TestApp) =>
  deps.db.read.selectFrom('outbox').select('dedupe_key').where('kind', '=', 'plan_changed').execute();

forEachDatabase((engine) => {
  describe('a plan change whose response is lost', () => {
    let world: AppWithSandbox;
    let request: SendRequest;
    let plan: PlanResponse;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      const donor = await signIn(world.app);
      request = requestAs(world.app, donor);
      await world.pay(checkoutBody({ donation: { recurring: true } }), donor.cookie);
      plan = (await request('GET', '/api/plans')).json<PlanResponse[]>()[0]!;
      const path = '/v1/subscriptions/*';
      await world.control.armApiFault({ kind: 'cut', method: 'POST', path, moment: 'after_effect', times: 2 });
    });
    afterEach(async () => {
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    test('takes effect, with one email, at the next message about the subscription', async () => {
      expect((await request('PATCH', `/api/plans/${plan.id}`, { amount: 10, charityId: 7 })).statusCode).toBe(503);
      await world.sandbox.sandbox.webhooks.whenIdle();
      const [changed] = (await request('GET', '/api/plans')).json<PlanResponse[]>();
      expect(changed).toMatchObject({ amount: 10, total: 11, charityId: 7 });
      expect(await changeEmails(world.app)).toEqual([{ dedupe_key: `plan_changed:${plan.id}:2` }]);
    });
  });

  describe('a change of a plan charged in another currency', () => {
    let app: TestApp;
    afterEach(() => app.close());

    test('is sent to the provider in the currency of its terms', async () => {
      const changeSubscription = vi.fn<SubscriptionProvider['changeSubscription']>(
        activeSubscriptions.changeSubscription.bind(activeSubscriptions),
      );
      const subscriptions = { ...activeSubscriptions, changeSubscription };
      app = await startApp(engine, { cards: { ...stubCards(), subscriptions } });
      const donor = await signIn(app);
      const planId = await insertActivePlan(app, donor);
      await app.deps.db.write.updateTable('plan_terms').set({ charge_currency: 'EUR' }).execute();
      expect((await requestAs(app, donor)('PATCH', `/api/plans/${planId}`, { charityId: 7 })).statusCode).toBe(200);
      expect(changeSubscription.mock.calls[0]?.[1].charge.total.currency).toBe('EUR');
    });
  });
});
