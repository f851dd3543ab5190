import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import type { Deps } from '#server/deps.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { signIn } from '#test/support/accounts/signed-in.ts';
import { insertActivePlan, activeSubscriptions } from '#test/support/payments/active-subscriptions.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import type { ProviderResponse, SubscriptionState } from '#server/ports/subscription-provider.ts';
import { followSubscription, saveSubscription } from './follow-subscription.ts';

forEachDatabase((engine) => {
  describe('a response about a subscription', () => {
    let app: TestApp;
    let subscriptionId: string;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      subscriptionId = `sub_${await insertActivePlan(app, await signIn(app))}`;
    });
    afterEach(() => app.close());

    const save = async (fetched: ProviderResponse<SubscriptionState>): Promise<void> => {
      if (fetched.code === 'responded') await saveSubscription(app.deps, fetched.state);
    };
    const plan = () =>
      app.deps.db.read.selectFrom('plans').select(['status', 'next_charge_at', 'ended_at']).executeTakeFirst();

    /** Dependencies in which another change is confirmed and saved while the first response is on its way. */
    function withChangeDuringFetch(change: () => Promise<ProviderResponse<SubscriptionState>>): Deps {
      let isFirst = true;
      const fetchSubscription = async (id: string): Promise<ProviderResponse<SubscriptionState>> => {
        if (!isFirst) return change();
        isFirst = false;
        const old = await activeSubscriptions.fetchSubscription(id);
        await save(await change());
        return old;
      };
      const subscriptions = { ...activeSubscriptions, fetchSubscription };
      return { ...app.deps, cards: { ...app.deps.cards, subscriptions } };
    }

    test('does not restart a plan that was canceled in between', async () => {
      await followSubscription(
        withChangeDuringFetch(() => activeSubscriptions.cancelSubscription(subscriptionId)),
        subscriptionId,
      );
      expect(await plan()).toEqual({ status: 'ended', next_charge_at: null, ended_at: '2026-03-04T12:00:00.000Z' });
    });

    test('does not undo a pause that was confirmed in between', async () => {
      const until = new Date('2026-06-03T12:00:00.000Z');
      await followSubscription(
        withChangeDuringFetch(() => activeSubscriptions.pauseSubscription(subscriptionId, until)),
        subscriptionId,
      );
      expect(await plan()).toMatchObject({ status: 'paused' });
    });

    test('restores older terms only if the provider has them now', async () => {
      const { db } = app.deps;
      const terms = await db.read.selectFrom('plan_terms').selectAll().executeTakeFirstOrThrow();
      await db.write
        .insertInto('plan_terms')
        .values({ ...terms, number: 2, charge_total_minor: 1 })
        .execute();
      await db.write.updateTable('plans').set({ terms_number: 2 }).execute();
      const inForce = async () => (await db.read.selectFrom('plans').select('terms_number').execute())[0]?.terms_number;
      const collected = money(terms.charge_total_minor, 'CAD');
      const fetchSubscription = async (id: string) => {
        const fetched = await activeSubscriptions.fetchSubscription(id);
        return fetched.code === 'responded' ? { ...fetched, state: { ...fetched.state, collected } } : fetched;
      };
      await save(await fetchSubscription(subscriptionId));
      expect(await inForce()).toBe(2);
      const cards = { ...app.deps.cards, subscriptions: { ...activeSubscriptions, fetchSubscription } };
      await followSubscription({ ...app.deps, cards }, subscriptionId);
      expect(await inForce()).toBe(1);
    });

    test('to a change requested before the plan ended leaves the plan ended', async () => {
      await save(await activeSubscriptions.cancelSubscription(subscriptionId));
      await save(await activeSubscriptions.resumeSubscription(subscriptionId));
      expect(await plan()).toMatchObject({ status: 'ended', next_charge_at: null });
    });

    test('is logged without the plan if the subscription is of the other mode', async () => {
      const fetched = await activeSubscriptions.fetchSubscription(subscriptionId);
      if (fetched.code !== 'responded') throw new Error('the subscription was not fetched');
      await saveSubscription(app.deps, { ...fetched.state, isLive: !app.deps.cards.isLive });
      const logged = app.logged.filter(({ msg }) => msg === 'unknown subscription; needs review');
      expect(logged).toEqual([expect.objectContaining({ subscriptionId, reason: 'other_mode' })]);
    });
  });
});
