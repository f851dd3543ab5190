import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import type { Deps } from '#server/deps.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { signIn } from '#test/support/signed-in.ts';
import { insertPlanOf, standingSubscriptions as standing } from '#test/support/standing-subscriptions.ts';
import { startApp, type TestApp } from '#test/support/start-app.ts';
import { stubCards } from '#test/support/stub-cards.ts';
import { followSubscription, noteSubscription } from './follow-subscription.ts';
import type { Asked, SubscriptionState } from './subscription-provider.ts';

forEachDatabase((engine) => {
  describe("a provider's answer about a subscription that is old when it arrives", () => {
    let app: TestApp;
    let subscriptionId: string;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      subscriptionId = `sub_${await insertPlanOf(app, await signIn(app))}`;
    });
    afterEach(() => app.close());

    const note = async (asked: Asked<SubscriptionState>): Promise<void> => {
      if (asked.code === 'answered') await noteSubscription(app.deps, asked.state);
    };
    const plan = () =>
      app.deps.db.read.selectFrom('plans').select(['status', 'next_charge_at', 'ended_at']).executeTakeFirst();

    /** The world in which something else is confirmed and noted while the first answer is on its way. */
    function whileAsked(change: () => Promise<Asked<SubscriptionState>>): Deps {
      let isFirst = true;
      const fetchSubscription = async (id: string): Promise<Asked<SubscriptionState>> => {
        if (!isFirst) return change();
        isFirst = false;
        const old = await standing.fetchSubscription(id);
        await note(await change());
        return old;
      };
      const subscriptions = { ...standing, fetchSubscription };
      return { ...app.deps, cards: { ...app.deps.cards, subscriptions } };
    }

    test('does not begin a plan again that was cancelled meanwhile', async () => {
      await followSubscription(
        whileAsked(() => standing.cancelSubscription(subscriptionId)),
        subscriptionId,
      );
      expect(await plan()).toEqual({ status: 'ended', next_charge_at: null, ended_at: '2026-03-04T12:00:00.000Z' });
    });

    test('does not hide a pause that was confirmed meanwhile', async () => {
      const until = new Date('2026-06-03T12:00:00.000Z');
      await followSubscription(
        whileAsked(() => standing.pauseSubscription(subscriptionId, until)),
        subscriptionId,
      );
      expect(await plan()).toMatchObject({ status: 'paused' });
    });

    test('brings no older terms back, unless they are what the provider has now', async () => {
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
        const asked = await standing.fetchSubscription(id);
        return asked.code === 'answered' ? { ...asked, state: { ...asked.state, collected } } : asked;
      };
      await note(await fetchSubscription(subscriptionId));
      expect(await inForce()).toBe(2);
      const cards = { ...app.deps.cards, subscriptions: { ...standing, fetchSubscription } };
      await followSubscription({ ...app.deps, cards }, subscriptionId);
      expect(await inForce()).toBe(1);
    });

    test('about a change that was asked for before the end leaves the plan ended', async () => {
      await note(await standing.cancelSubscription(subscriptionId));
      await note(await standing.resumeSubscription(subscriptionId));
      expect(await plan()).toMatchObject({ status: 'ended', next_charge_at: null });
    });
  });
});
