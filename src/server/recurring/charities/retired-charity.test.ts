import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkoutSentences } from '#contract/checkout.ts';
import { planSentences } from '#contract/recurring.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { roundOf } from '#test/support/app/outbox-round.ts';
import { ownOrigin } from '#test/support/app/start-app.ts';
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

forEachDatabase((engine) => {
  describe('the monthly donation to a charity that is retired', () => {
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

    test('is stopped at the provider, and its donor is asked once', async () => {
      await stopPlan(world);
      expect(await donor.plan()).toMatchObject({
        status: 'paused',
        waitsForCharity: true,
        nextChargeAt: null,
        pausedUntil: null,
      });
      expect(await followCharities(world)).toEqual(roundOf({}));
      expect(await planMailTopics(world)).toEqual(['choose_charity']);
      expect(await loggedActions(world.app)).toEqual([
        {
          action: 'plan_stopped',
          actor_name: 'system',
          subject: `plan ${donor.planId}`,
          before: null,
          after: { charity: 6 },
          reason: 'The charity was retired',
        },
      ]);
    });

    test('is not charged until the donor chooses, and then from the next due date on', async () => {
      await stopPlan(world);
      await passDays(world, donor, 100);
      expect(await donatedCharities(world)).toEqual([6]);
      const chosen = await choose();
      expect(chosen).toMatchObject({ status: 200, body: { status: 'active', waitsForCharity: false, charityId: 5 } });
      expect(await donor.plan()).toEqual(chosen.body);
      expect((await donor.plan()).nextChargeAt).toBe('2026-07-04T12:00:00.000Z'); // it began on March 4
      expect(await donatedCharities(world)).toEqual([6]);
      await passDays(world, donor, 31);
      expect(await donatedCharities(world)).toEqual([6, 5]);
      expect([await followCharities(world), await planMailTopics(world)]).toEqual([
        roundOf({}),
        ['choose_charity', 'terms'],
      ]);
    });

    test('is still a donation to that charity if it is charged before it is stopped', async () => {
      await retireCharity(world);
      await passDays(world, donor, 31);
      expect(await donatedCharities(world)).toEqual([6, 6]);
      expect(await followCharities(world)).toEqual(roundOf({ done: 1 }));
      await passDays(world, donor, 62);
      expect(await donatedCharities(world)).toEqual([6, 6]);
    });

    test('is not charged after a failed charge until the donor chooses another charity', async () => {
      const [subscription] = await world.control.readSubscriptions();
      await world.control.failNextRenewals(subscription?.subscriptionId ?? '', 1);
      await passDays(world, donor, 31);
      expect((await donor.plan()).status).toBe('past_due');
      await stopPlan(world);
      await passDays(world, donor, 40);
      expect(await donatedCharities(world)).toEqual([6]);
      await choose();
      await passDays(world, donor, 31);
      expect(await donatedCharities(world)).toEqual([6, 5]);
    });

    test('has no retry of a failed charge if the donor chooses before it is stopped', async () => {
      const [subscription] = await world.control.readSubscriptions();
      await world.control.failNextRenewals(subscription?.subscriptionId ?? '', 1);
      await passDays(world, donor, 31);
      await retireCharity(world);
      expect((await choose()).status).toBe(200);
      await passDays(world, donor, 35);
      expect(await donatedCharities(world)).toEqual([6, 5]);
      expect([await followCharities(world), await planMailTopics(world)]).toEqual([roundOf({}), ['terms']]);
    });

    test('stays paused after the choice until the end of the donor’s own pause', async () => {
      const paused = await donor.send('POST', '/pause', { months: 3 });
      await stopPlan(world);
      expect(await planMailTopics(world)).toEqual(['choose_charity', 'pause']);
      expect(await donor.plan()).toMatchObject({ nextChargeAt: null, pausedUntil: '2026-07-03T12:00:00.000Z' });
      await passDays(world, donor, 20);
      const { charityId: _6, charityName: _name, ...kept } = paused.body as Record<string, unknown>;
      expect(await choose()).toMatchObject({ status: 200, body: kept });
      await passDays(world, donor, 80);
      expect(await donatedCharities(world)).toEqual([6]);
      await passDays(world, donor, 31);
      expect(await donatedCharities(world)).toEqual([6, 5]);
    });

    test('is charged from the next due date on if the donor’s own pause ended before the choice', async () => {
      await donor.send('POST', '/pause', { months: 1 });
      await stopPlan(world);
      await passDays(world, donor, 75);
      await choose();
      expect(await donor.plan()).toMatchObject({ status: 'active', nextChargeAt: '2026-06-04T12:00:00.000Z' });
    });

    test('stays paused after the choice if the provider had paused it after failed payments', async () => {
      const [subscription] = await world.control.readSubscriptions();
      await world.control.pauseAfterFailure(subscription?.subscriptionId ?? '');
      await world.sandbox.sandbox.webhooks.whenIdle();
      await stopPlan(world);
      expect(await choose()).toMatchObject({ status: 200, body: { status: 'paused', waitsForCharity: false } });
      expect(await donor.send('POST', '/resume')).toMatchObject({ status: 200, body: { status: 'active' } });
    });

    test('resumes when the charity is back, and its donor gets an email', async () => {
      await stopPlan(world);
      await passDays(world, donor, 45);
      await retireCharity(world, false);
      expect(await followCharities(world)).toEqual(roundOf({ done: 1 }));
      expect(await donor.plan()).toMatchObject({
        status: 'active',
        waitsForCharity: false,
        charityId: 6,
        nextChargeAt: '2026-05-04T12:00:00.000Z',
      });
      expect(await donatedCharities(world)).toEqual([6]);
      await passDays(world, donor, 20);
      expect(await donatedCharities(world)).toEqual([6, 6]);
      expect(await planMailTopics(world)).toEqual(['charity_back', 'choose_charity']);
      expect(await loggedActionNames(world)).toEqual(['plan_stopped', 'plan_restarted']);
      await stopPlan(world);
      expect(await planMailTopics(world)).toEqual(['charity_back', 'choose_charity', 'choose_charity']);
    });

    test('keeps the donor’s own pause when the charity is back', async () => {
      const { body: paused } = await donor.send('POST', '/pause', { months: 2 });
      await stopPlan(world);
      await retireCharity(world, false);
      await followCharities(world);
      expect(await donor.plan()).toEqual(paused);
    });

    test('can be canceled while it waits, and its card can be replaced', async () => {
      await stopPlan(world);
      expect((await donor.send('POST', '/portal')).status).toBe(200);
      expect(await donor.send('POST', '/cancel')).toMatchObject({
        status: 200,
        body: { status: 'ended', waitsForCharity: false },
      });
      await retireCharity(world, false);
      expect(await followCharities(world)).toEqual(roundOf({}));
    });

    test('cannot be paused, resumed or changed in its amount alone, and no plan can move to the charity or start with it', async () => {
      const other = await startMonthlyDonor(world);
      await other.send('PATCH', '', { charityId: 5 });
      await retireCharity(world);
      const refused = { status: 409, body: refusal('charity_retired', planSentences.charityRetired) };
      const tryAll = async (): Promise<void> => {
        expect(await donor.send('POST', '/pause', { months: 1 })).toEqual(refused);
        expect(await donor.send('POST', '/resume')).toEqual(refused);
        expect(await donor.send('PATCH', '', { amount: 10 })).toEqual(refused);
        for (const one of [donor, other])
          expect(await one.send('PATCH', '', { charityId: 6 })).toEqual({
            status: 400,
            body: refusal('invalid_charity', planSentences.charityRetired),
          });
      };
      await tryAll();
      await followCharities(world);
      await tryAll();
      const started = await world.app.server.inject({
        method: 'POST',
        url: '/api/create-checkout-session',
        headers: { origin: ownOrigin, cookie: other.cookie },
        payload: checkoutBody({ donation: { recurring: true } }),
      });
      expect([started.statusCode, started.json()]).toEqual([
        400,
        refusal('invalid_charity', checkoutSentences.charityRetired),
      ]);
      expect((await other.plan()).charityId).toBe(5);
    });

    test('can be changed in amount and charity at the same time', async () => {
      await stopPlan(world);
      expect(await donor.send('PATCH', '', { amount: 10, charityId: 5 })).toMatchObject({
        status: 200,
        body: { status: 'active', amount: 10, charityId: 5, waitsForCharity: false },
      });
    });
  });
});
