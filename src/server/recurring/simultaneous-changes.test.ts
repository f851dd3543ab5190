import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { planSentences } from '#contract/recurring.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import { cancelSubscriptionLater } from '#server/payments/index.ts';
import type { SubscriptionProvider } from '#server/ports/subscription-provider.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { insertActivePlan, activeSubscriptions } from '#test/support/payments/active-subscriptions.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { cancelPlanJob } from './cancel-plans.ts';

interface Change {
  readonly name: string;
  readonly method: 'PATCH' | 'POST';
  readonly path: string;
  readonly payload?: object;
}

const changes: readonly Change[] = [
  { name: 'another amount', method: 'PATCH', path: '', payload: { amount: 10 } },
  { name: 'another charity', method: 'PATCH', path: '', payload: { charityId: 5 } },
  { name: 'a pause', method: 'POST', path: '/pause', payload: { months: 1 } },
  { name: 'a resumption', method: 'POST', path: '/resume' },
  { name: 'a cancellation', method: 'POST', path: '/cancel' },
];
const pairs = changes.flatMap((first) => changes.map((second) => [first.name, second.name, first, second] as const));

/** Creates a provider that responds to the first change only after the gate has opened. */
function gatedSubscriptions(arrived: () => void, gate: Promise<void>): SubscriptionProvider {
  let isFirst = true;
  const held = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    if (isFirst) {
      isFirst = false;
      arrived();
      await gate;
    }
    return call();
  };
  return {
    ...activeSubscriptions,
    changeSubscription: (...args) => held(() => activeSubscriptions.changeSubscription(...args)),
    pauseSubscription: (...args) => held(() => activeSubscriptions.pauseSubscription(...args)),
    resumeSubscription: (...args) => held(() => activeSubscriptions.resumeSubscription(...args)),
    cancelSubscription: (...args) => held(() => activeSubscriptions.cancelSubscription(...args)),
  };
}

forEachDatabase((engine) => {
  describe(`two changes of a plan at the same time, on ${engine}`, () => {
    let app: TestApp;
    let donor: SignedIn;
    let planId: string;
    let arrival: PromiseWithResolvers<void>;
    let gate: PromiseWithResolvers<void>;

    beforeEach(async () => {
      arrival = Promise.withResolvers();
      gate = Promise.withResolvers();
      const subscriptions = gatedSubscriptions(() => arrival.resolve(), gate.promise);
      app = await startApp(engine, { cards: { ...stubCards(), subscriptions } });
      donor = await signIn(app);
      planId = await insertActivePlan(app, donor);
    });
    afterEach(async () => {
      gate.resolve();
      await app.close();
    });

    const send = ({ method, path, payload }: Change) =>
      app.server.inject({
        method,
        url: `/api/plans/${planId}${path}`,
        headers: { origin: ownOrigin, cookie: donor.cookie },
        ...(payload ? { payload } : {}),
      });
    /** Pauses the plan if the change is a resumption. */
    const prepareFor = async ({ path }: Change): Promise<void> => {
      if (path !== '/resume') return;
      await app.deps.db.write.updateTable('plans').set({ status: 'paused' }).where('id', '=', planId).execute();
    };

    test.each(pairs)(
      '%s wins over %s, which gets 409 and no longer finds the plan busy when it is repeated',
      async (_one, _other, first, second) => {
        await prepareFor(first);
        const winner = send(first);
        await arrival.promise;
        const loser = await send(second);
        expect({ status: loser.statusCode, body: loser.json() }).toEqual({
          status: 409,
          body: refusal('plan_busy', planSentences.busy),
        });
        gate.resolve();
        expect((await winner).statusCode).toBe(200);
        const plan = await app.deps.db.read.selectFrom('plans').select('changing_until').executeTakeFirstOrThrow();
        expect(plan.changing_until).toBeNull();
        const repeated = await send(second);
        const isOver = first.path === '/cancel' && second.path !== '/cancel';
        expect(repeated.statusCode).toBe(isOver ? 409 : 200);
        if (isOver) expect(repeated.json()).toEqual(refusal('plan_over', planSentences.planOver));
      },
    );

    test('leave the plan free if the provider did not confirm the first one', async () => {
      gate.reject(new TypeError('cut off'));
      gate.promise.catch(() => {});
      expect((await send(changes[0]!)).statusCode).toBe(500);
      expect((await send(changes[0]!)).statusCode).toBe(200);
    });

    describe('the cancellation after a lost dispute', () => {
      const work = () => workOutbox(app.deps, { cancel_plan: cancelPlanJob });
      const planStatus = async () =>
        (await app.deps.db.read.selectFrom('plans').select('status').executeTakeFirstOrThrow()).status;

      beforeEach(async () => {
        const { subscription_id: subscriptionId } = await app.deps.db.read
          .selectFrom('plans')
          .select('subscription_id')
          .where('id', '=', planId)
          .executeTakeFirstOrThrow();
        await inTransaction(app.deps.db, (tx) =>
          cancelSubscriptionLater(app.deps, tx, { subscriptionId: subscriptionId ?? '', cause: 'dispute' }),
        );
      });

      test.each(changes)('causes $name by the donor to be refused while it runs', async (change) => {
        const canceled = work();
        await arrival.promise;
        expect((await send(change)).json()).toEqual(refusal('plan_busy', planSentences.busy));
        gate.resolve();
        expect(await canceled).toMatchObject({ done: 1 });
        expect(await planStatus()).toBe('ended');
      });

      test('is postponed until the donor’s change is complete', async () => {
        const change = send(changes[0]!);
        await arrival.promise;
        expect(await work()).toMatchObject({ postponed: 1, done: 0 });
        gate.resolve();
        expect((await change).statusCode).toBe(200);
        app.clock.advance(60_000);
        expect(await work()).toMatchObject({ done: 1 });
        expect(await planStatus()).toBe('ended');
      });
    });

    test('leave the plan free a minute after a server stopped during a change', async () => {
      const until = new Date(app.clock.now().getTime() + 60_000).toISOString();
      await app.deps.db.write.updateTable('plans').set({ changing_until: until }).execute();
      gate.resolve();
      expect((await send(changes[0]!)).statusCode).toBe(409);
      app.clock.advance(60_000);
      expect((await send(changes[0]!)).statusCode).toBe(200);
    });
  });
});
