import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PlanAnswer } from '#contract/recurring.ts';
import { checkoutBody } from '#test/support/checkout-body.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { startPaymentWorld, type PaymentWorld } from '#test/support/payment-world.ts';
import { signIn, type SignedIn } from '#test/support/signed-in.ts';
import { ownOrigin } from '#test/support/start-app.ts';

const daySeconds = 24 * 60 * 60;
const monthSeconds = 31 * daySeconds;

forEachDatabase((engine) => {
  describe(`a monthly gift on ${engine}`, () => {
    let world: PaymentWorld;
    let donor: SignedIn;

    beforeEach(async () => {
      world = await startPaymentWorld(engine);
      donor = await signIn(world.app);
    });
    afterEach(async () => {
      expect(await world.disagreements()).toEqual([]);
      await world.close();
    });

    const ask = (method: 'GET' | 'POST' | 'PATCH', url: string, body?: object, cookie = donor.cookie) =>
      world.app.server.inject({
        method,
        url,
        headers: { origin: ownOrigin, cookie },
        ...(body ? { payload: body } : {}),
      });
    const plans = async (): Promise<PlanAnswer[]> => (await ask('GET', '/api/plans')).json();
    const donations = () =>
      world.app.deps.db.read.selectFrom('donations').selectAll().orderBy('donated_at').orderBy('id').execute();
    const mails = async () =>
      (await world.app.deps.db.read.selectFrom('outbox').select('kind').execute()).map(({ kind }) => kind).toSorted();

    /** Lets months pass for somebody who looks in now and then, so that the session lives. */
    async function pass(months: number): Promise<void> {
      for (let step = 0; step < months * 2; step += 1) {
        await world.advance(monthSeconds / 2);
        await ask('GET', '/api/user');
      }
    }

    /** Signs up for one coffee a month and pays the first. */
    async function give(): Promise<PlanAnswer> {
      await world.pay(checkoutBody({ donation: { recurring: true } }), donor.cookie);
      const [plan] = await plans();
      if (!plan) throw new Error('there is no plan');
      return plan;
    }

    test('begins with a donation, a plan and a receipt', async () => {
      const plan = await give();
      expect(plan).toMatchObject({
        status: 'active',
        amount: 3.5,
        serviceFee: 0.35,
        total: 3.85,
        charge: { total: 5.24, currency: 'CAD' },
        charityId: 6,
        mealsProvided: 3,
        pausedUntil: null,
        endedAt: null,
        card: 'Visa ending in 4242',
      });
      expect(await donations()).toMatchObject([{ donor_id: donor.user.id, is_recurring: 1, charge_total_minor: 524 }]);
      expect((await mails()).filter((kind) => kind === 'receipt')).toHaveLength(1);
    });

    test('of a visitor is refused', async () => {
      const opened = await world.app.server.inject({
        method: 'POST',
        url: '/api/create-checkout-session',
        headers: { origin: ownOrigin },
        payload: checkoutBody({ donation: { recurring: true } }),
      });
      expect([opened.statusCode, opened.json<{ error: string }>().error]).toEqual([
        401,
        'Please sign in to give monthly',
      ]);
    });

    test('is charged each month, once, with a receipt of its own', async () => {
      const plan = await give();
      await pass(3);
      expect(await donations()).toHaveLength(4);
      expect((await mails()).filter((kind) => kind === 'receipt')).toHaveLength(4);
      expect((await ask('GET', `/api/plans/${plan.id}/charges`)).json()).toHaveLength(4);
      const history = (await ask('GET', '/api/donations')).json<{ recurring: boolean }[]>();
      expect(history.map(({ recurring }) => recurring)).toEqual([true, true, true, true]);
    });

    test('that is changed gives the new amount to the new charity from the next charge on', async () => {
      const plan = await give();
      const changed = await ask('PATCH', `/api/plans/${plan.id}`, { amount: 10, charityId: 7 });
      expect(changed.statusCode).toBe(200);
      expect(changed.json()).toMatchObject({ amount: 10, total: 11, charityId: 7, mealsProvided: 10 });
      expect(await donations()).toHaveLength(1);
      await pass(1);
      expect((await donations()).map(({ charity_id: id, amount_minor: minor }) => [id, minor])).toEqual([
        [6, 350],
        [7, 1000],
      ]);
      expect(await mails()).toContain('plan_changed');
    });

    test.each([
      [{ amount: 0.99 }, 400],
      [{ amount: 10_000.01 }, 400],
      [{ amount: '5' }, 400],
      [{ charityId: 99 }, 400],
      [{}, 400],
    ])('that is to be changed to %j is refused', async (body, status) => {
      const plan = await give();
      expect((await ask('PATCH', `/api/plans/${plan.id}`, body)).statusCode).toBe(status);
      expect(await plans()).toEqual([plan]);
    });

    test('that is paused is not charged until it goes on by itself', async () => {
      const plan = await give();
      const paused = await ask('POST', `/api/plans/${plan.id}/pause`, { months: 2 });
      expect(paused.json()).toMatchObject({ status: 'paused' });
      await pass(1);
      expect(await donations()).toHaveLength(1);
      await pass(1);
      expect(await donations()).toHaveLength(1);
      await pass(1);
      expect(await donations()).toHaveLength(2);
      expect(await plans()).toMatchObject([{ status: 'active', pausedUntil: null }]);
    });

    test('that is paused twice is paused as long as once, and that is told once', async () => {
      const plan = await give();
      const pause = async () => (await ask('POST', `/api/plans/${plan.id}/pause`, { months: 2 })).json<PlanAnswer>();
      const [first, second] = [await pause(), await pause()];
      expect(second).toEqual(first);
      expect((await mails()).filter((kind) => kind === 'plan_changed')).toHaveLength(1);
    });

    test('that is resumed is charged again', async () => {
      const plan = await give();
      await ask('POST', `/api/plans/${plan.id}/pause`, { months: 12 });
      expect((await ask('POST', `/api/plans/${plan.id}/resume`)).json()).toMatchObject({ status: 'active' });
      await pass(1);
      expect(await donations()).toHaveLength(2);
    });

    test('that is cancelled is never charged again, and is cancelled however often it is asked', async () => {
      const plan = await give();
      for (let time = 0; time < 2; time += 1) {
        const cancelled = await ask('POST', `/api/plans/${plan.id}/cancel`);
        expect([cancelled.statusCode, cancelled.json<PlanAnswer>().status]).toEqual([200, 'ended']);
      }
      await pass(3);
      expect(await donations()).toHaveLength(1);
      expect((await mails()).filter((kind) => kind === 'plan_ended')).toHaveLength(1);
      expect((await ask('POST', `/api/plans/${plan.id}/pause`, { months: 1 })).statusCode).toBe(409);
    });

    test('is as unknown to others as one that never was', async () => {
      const plan = await give();
      const other = await signIn(world.app);
      for (const id of [plan.id, 'pln_00000000000000000000000000', 'nonsense']) {
        const cookie = id === plan.id ? other.cookie : donor.cookie;
        const answers = [
          await ask('PATCH', `/api/plans/${id}`, { amount: 5 }, cookie),
          await ask('POST', `/api/plans/${id}/pause`, { months: 1 }, cookie),
          await ask('POST', `/api/plans/${id}/resume`, undefined, cookie),
          await ask('POST', `/api/plans/${id}/cancel`, undefined, cookie),
          await ask('POST', `/api/plans/${id}/portal`, undefined, cookie),
          await ask('GET', `/api/plans/${id}/charges`, undefined, cookie),
        ];
        expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404]);
        expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
      }
      expect((await ask('GET', '/api/plans', undefined, other.cookie)).json()).toEqual([]);
      expect(await plans()).toEqual([plan]);
    });

    test('whose messages are lost, doubled and shuffled is booked once each month', async () => {
      await world.control.armWebhookFault({ kind: 'repeat', times: 20, count: 3 });
      await give();
      await world.control.clearFaults();
      await world.control.armWebhookFault({ kind: 'reorder', times: 40, count: 4 });
      await pass(1);
      await world.control.releaseWebhooks();
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await donations()).toHaveLength(2);
    });

    test('is announced three days before the first charge after its pause', async () => {
      const { announceRenewals } = await import('./announce-renewals.ts');
      const plan = await give();
      const paused = await ask('POST', `/api/plans/${plan.id}/pause`, { months: 1 });
      const chargeAt = new Date(paused.json<PlanAnswer>().nextChargeAt ?? '').getTime();
      await world.advance(31 * daySeconds); // the charge that is left out is not announced
      expect(await announceRenewals(world.app.deps)).toBe(0);
      await world.advance(Math.ceil((chargeAt - world.app.deps.clock.now().getTime()) / 1000) - 3 * daySeconds);
      expect([await announceRenewals(world.app.deps), await announceRenewals(world.app.deps)]).toEqual([1, 0]);
    });

    test('is announced three days before its next charge, once', async () => {
      const { announceRenewals } = await import('./announce-renewals.ts');
      await give();
      expect(await announceRenewals(world.app.deps)).toBe(0);
      await world.advance(28 * daySeconds);
      expect([await announceRenewals(world.app.deps), await announceRenewals(world.app.deps)]).toEqual([1, 0]);
      expect((await mails()).filter((kind) => kind === 'renewal_notice')).toHaveLength(1);
    });
  });
});
