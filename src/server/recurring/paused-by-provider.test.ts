import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { planSentences } from '#contract/recurring.ts';
import type { PlanResponse } from '#contract/plan.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { insertActivePlan, activeSubscriptions } from '#test/support/payments/active-subscriptions.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { ownOrigin, startApp } from '#test/support/app/start-app.ts';
import { planMailWriters } from './index.ts';

const daySeconds = 24 * 60 * 60;

forEachDatabase((engine) => {
  describe(`a plan that the provider paused after failed payments, on ${engine}`, () => {
    let world: AppWithSandbox;
    let donor: SignedIn;
    let started: PlanResponse;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      donor = await signIn(world.app);
      await world.pay(checkoutBody({ donation: { recurring: true } }), donor.cookie);
      started = await plan();
      const [subscription] = await world.control.readSubscriptions();
      await world.control.pauseAfterFailure(subscription?.subscriptionId ?? '');
      await world.sandbox.sandbox.webhooks.whenIdle();
    });
    afterEach(async () => {
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    const request = (method: 'GET' | 'POST', url: string, payload?: object) =>
      world.app.server.inject({
        method,
        url,
        headers: { origin: ownOrigin, cookie: donor.cookie },
        ...(payload ? { payload } : {}),
      });
    const plan = async (): Promise<PlanResponse> => {
      const [only] = (await request('GET', '/api/plans')).json<PlanResponse[]>();
      if (!only) throw new Error('there is no plan');
      return only;
    };
    const resume = () => request('POST', `/api/plans/${started.id}/resume`);

    test('is shown as paused, without a date of the next charge', async () => {
      expect(await plan()).toMatchObject({ status: 'paused', nextChargeAt: null, pausedUntil: null });
    });

    test('is reported to its donor in one email', async () => {
      const deps = { ...world.app.deps, renderMail: builtMails() };
      const jobs = await deps.db.read.selectFrom('outbox').selectAll().where('kind', '=', 'plan_changed').execute();
      expect(jobs).toHaveLength(1);
      const mail = jobs[0] && (await planMailWriters.plan_changed?.(deps, jobs[0]));
      expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(
        'Your gift is paused, and nothing will be charged until it resumes:',
      );
    });

    test('is not charged while the pause lasts', async () => {
      await world.advance(70 * daySeconds);
      expect(await world.donations()).toHaveLength(1);
    });

    test('resumes on its own charge day, without a charge for the time in between', async () => {
      await world.advance(10 * daySeconds);
      expect((await resume()).json()).toMatchObject({ status: 'active', nextChargeAt: started.nextChargeAt });
      expect(await world.donations()).toHaveLength(1);
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await plan()).toMatchObject({ status: 'active', nextChargeAt: started.nextChargeAt });
      await world.advance(25 * daySeconds);
      expect(await world.donations()).toHaveLength(2);
    });

    test('can be paused by the donor again, and resumed from that pause', async () => {
      await resume();
      expect((await request('POST', `/api/plans/${started.id}/pause`, { months: 1 })).json()).toMatchObject({
        status: 'paused',
        pausedUntil: expect.any(String),
      });
      expect((await resume()).json()).toMatchObject({ status: 'active', pausedUntil: null });
    });

    test('can be canceled', async () => {
      expect((await request('POST', `/api/plans/${started.id}/cancel`)).json()).toMatchObject({ status: 'ended' });
    });
  });

  test(`a plan that the provider leaves paused is not reported as resumed, on ${engine}`, async () => {
    const subscriptions = { ...activeSubscriptions };
    const app = await startApp(engine, { cards: { ...stubCards(), subscriptions } });
    const donor = await signIn(app);
    const planId = await insertActivePlan(app, donor);
    await app.deps.db.write.updateTable('plans').set({ status: 'paused' }).execute();
    subscriptions.resumeSubscription = async (id) => {
      const response = await activeSubscriptions.fetchSubscription(id);
      if (response.code === 'unavailable') return response;
      return { ...response, state: { ...response.state, status: 'paused', nextChargeAt: undefined } };
    };
    const headers = { origin: ownOrigin, cookie: donor.cookie };
    const response = await app.server.inject({ method: 'POST', url: `/api/plans/${planId}/resume`, headers });
    expect({ status: response.statusCode, body: response.json() }).toEqual({
      status: 422,
      body: refusal('payment_declined', planSentences.stillPaused),
    });
    expect(await app.deps.db.read.selectFrom('outbox').selectAll().execute()).toEqual([]);
    await app.close();
  });
});
