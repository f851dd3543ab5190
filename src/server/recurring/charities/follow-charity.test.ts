import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adminCatalogueResponse } from '#contract/admin/catalogue.ts';
import { createPublished } from '#server/published.ts';
import { createCharityWatch } from '#server/recurring/index.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { roundOf } from '#test/support/app/outbox-round.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import {
  donatedCharities,
  followCharities,
  loggedActionNames,
  passDays,
  planMailTopics,
  retireCharity,
  startMonthlyDonor,
  stopPlan,
  type MonthlyDonor,
} from '#test/support/payments/monthly-donor.ts';

const unavailable = async () => ({ code: 'unavailable', detail: 'down' }) as const;

forEachDatabase((engine) => {
  describe('a plan of a retired charity', () => {
    let world: AppWithSandbox;
    let donor: MonthlyDonor;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      donor = await startMonthlyDonor(world);
    });
    afterEach(async () => {
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    const choose = () => donor.send('PATCH', '', { charityId: 5 });

    test('is stopped after the scheduled version has begun', async () => {
      const watch = createCharityWatch(world.app.deps);
      await retireCharity(world, true, '2026-03-10T00:00:00.000Z');
      await watch();
      expect(await followCharities(world)).toEqual(roundOf({}));
      await passDays(world, donor, 6);
      await watch();
      expect(await followCharities(world)).toEqual(roundOf({ done: 1 }));
      expect((await donor.plan()).waitsForCharity).toBe(true);
    });

    test('is not charged again by a process that does not know the version yet', async () => {
      const published = createPublished(world.app.clock);
      const other = { ...world.app, deps: { ...world.app.deps, published } };
      await stopPlan(world);
      expect(await followCharities({ app: other, sandbox: world.sandbox })).toEqual(roundOf({ done: 1 }));
      await followCharities(world);
      expect((await donor.plan()).waitsForCharity).toBe(true);
    });

    test('continues without an email if the charity is back before the plan is stopped', async () => {
      await retireCharity(world);
      await createCharityWatch(world.app.deps)();
      await retireCharity(world, false);
      expect(await followCharities(world)).toEqual(roundOf({ done: 1 }));
      expect([await planMailTopics(world), (await donor.plan()).status]).toEqual([[], 'active']);
      await stopPlan(world);
      expect(await planMailTopics(world)).toEqual(['choose_charity']);
    });

    test('is charged once if its checkout was open when the charity was retired, and is stopped afterward', async () => {
      const opened = await world.openCheckout(checkoutBody({ donation: { recurring: true } }), donor.cookie);
      await stopPlan(world);
      await world.control.submitPayment(opened.sessionId);
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await donatedCharities(world)).toEqual([6, 6]);
      expect(await followCharities(world)).toEqual(roundOf({ done: 1 }));
      await passDays(world, donor, 62);
      expect(await donatedCharities(world)).toEqual([6, 6]);
    });

    test('is stopped later when the provider does not respond', async () => {
      await retireCharity(world);
      expect(await followCharities(world, { provider: { stopSubscription: unavailable } })).toEqual(
        roundOf({ postponed: 1 }),
      );
      expect(await donor.plan()).toMatchObject({ status: 'active', waitsForCharity: true });
      expect([await planMailTopics(world), await loggedActionNames(world)]).toEqual([[], []]);
      world.app.clock.advance(60_000);
      expect(await followCharities(world)).toEqual(roundOf({ done: 1 }));
      expect([await planMailTopics(world), await loggedActionNames(world)]).toEqual([
        ['choose_charity'],
        ['plan_stopped'],
      ]);
    });

    test('gets one email about the stop even if the process ends after the provider’s response', async () => {
      await retireCharity(world);
      const { subscriptions } = world.app.deps.cards;
      const stopAndEnd = async (id: string) => {
        await subscriptions.stopSubscription(id);
        throw new Error('the process ends');
      };
      await followCharities(world, { provider: { stopSubscription: stopAndEnd } });
      expect([(await donor.plan()).status, await planMailTopics(world)]).toEqual(['paused', []]);
      world.app.clock.advance(60_000);
      expect(await followCharities(world)).toEqual(roundOf({ done: 1 }));
      expect([await planMailTopics(world), await loggedActionNames(world)]).toEqual([
        ['choose_charity'],
        ['plan_stopped'],
      ]);
    });

    test('is charged for the chosen charity even if our record of the choice was lost', async () => {
      const { subscriptions } = world.app.deps.cards;
      const original = { ...subscriptions };
      await retireCharity(world);
      await followCharities(world, { provider: { stopSubscription: unavailable } });
      await world.control.armWebhookFault({ kind: 'never_generate', times: 10 });
      subscriptions.changeSubscription = async (...args) => {
        await original.changeSubscription(...args);
        throw new Error('the process ends');
      };
      expect((await choose()).status).toBe(500);
      Object.assign(subscriptions, original);
      world.app.clock.advance(60_000);
      expect(await followCharities(world)).toEqual(roundOf({ done: 1 }));
      await world.control.clearFaults();
      expect(await donor.plan()).toMatchObject({ status: 'active', charityId: 5, waitsForCharity: false });
      await passDays(world, donor, 31);
      expect([await donatedCharities(world), await planMailTopics(world)]).toEqual([[6, 5], ['terms']]);
    });

    test('is stopped once by two processes at the same time, in pages of any size', async () => {
      const others = [await startMonthlyDonor(world), await startMonthlyDonor(world)];
      await retireCharity(world);
      await Promise.all([followCharities(world, { pageSize: 2 }), followCharities(world, { pageSize: 1 })]);
      world.app.clock.advance(10_000);
      await followCharities(world);
      expect(await planMailTopics(world)).toEqual(['choose_charity', 'choose_charity', 'choose_charity']);
      expect(await loggedActionNames(world)).toEqual(['plan_stopped', 'plan_stopped', 'plan_stopped']);
      for (const one of [donor, ...others]) expect((await one.plan()).waitsForCharity).toBe(true);
    });

    test('is counted for staff until it is stopped, so that they see how many donors will have to choose', async () => {
      const { cookie } = await signInStaff(world.app, 'content');
      const countPlans = async () => {
        const response = await call(world.app, { method: 'GET', url: '/api/admin/catalogue', cookie });
        return adminCatalogueResponse.parse(response.json()).monthlyDonations;
      };
      const second = await startMonthlyDonor(world);
      await second.send('PATCH', '', { charityId: 5 });
      await startMonthlyDonor(world);
      expect(await countPlans()).toEqual([
        { charityId: 5, count: 1 },
        { charityId: 6, count: 2 },
      ]);
      await retireCharity(world);
      await followCharities(world);
      expect(await countPlans()).toEqual([{ charityId: 5, count: 1 }]);
    });
  });
});
