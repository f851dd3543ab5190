import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PlanResponse } from '#contract/plan.ts';
import { money } from '#domain/money/money.ts';
import { checkoutBody, enteredCheckoutBody } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { ownOrigin } from '#test/support/app/start-app.ts';

const daySeconds = 24 * 60 * 60;
const monthSeconds = 31 * daySeconds;

forEachDatabase((engine) => {
  describe('a plan', () => {
    let world: AppWithSandbox;
    let donor: SignedIn;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      donor = await signIn(world.app);
    });
    afterEach(async () => {
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    const request = (method: 'GET' | 'POST' | 'PATCH', url: string, body?: object, cookie = donor.cookie) =>
      world.app.server.inject({
        method,
        url,
        headers: { origin: ownOrigin, cookie },
        ...(body ? { payload: body } : {}),
      });
    const plans = async (): Promise<PlanResponse[]> => (await request('GET', '/api/plans')).json();
    const donations = () =>
      world.app.deps.db.read.selectFrom('donations').selectAll().orderBy('donated_at').orderBy('id').execute();
    const mailKinds = async () =>
      (await world.app.deps.db.read.selectFrom('outbox').select('kind').execute()).map(({ kind }) => kind).toSorted();

    /** Advances the clock by months, with visits in between, so that the session does not expire. */
    async function passMonths(months: number): Promise<void> {
      for (let step = 0; step < months * 2; step += 1) {
        await world.advance(monthSeconds / 2);
        await request('GET', '/api/user');
      }
    }

    /** Starts a plan of one coffee a month and pays the first month. */
    async function startPlan(): Promise<PlanResponse> {
      await world.pay(checkoutBody({ donation: { recurring: true } }), donor.cookie);
      const [plan] = await plans();
      if (!plan) throw new Error('the plan was not created');
      return plan;
    }

    test('starts with a donation and a receipt', async () => {
      const plan = await startPlan();
      expect(plan).toMatchObject({
        status: 'active',
        amount: 3.5,
        serviceFee: 0.35,
        total: 3.85,
        charge: { subtotal: 4.76, serviceFee: 0.48, total: 5.24, currency: 'CAD' },
        charityId: 6,
        mealsProvided: 3,
        pausedUntil: null,
        endedAt: null,
        card: 'Visa ending in 4242',
      });
      expect(await donations()).toMatchObject([{ donor_id: donor.user.id, is_recurring: 1, charge_total_minor: 524 }]);
      expect((await mailKinds()).filter((kind) => kind === 'receipt')).toHaveLength(1);
    });

    test('needs an account', async () => {
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

    test('is charged once each month, each time with a receipt', async () => {
      const plan = await startPlan();
      await passMonths(3);
      expect(await donations()).toHaveLength(4);
      expect((await mailKinds()).filter((kind) => kind === 'receipt')).toHaveLength(4);
      expect((await request('GET', `/api/plans/${plan.id}/charges`)).json()).toHaveLength(4);
      const history = (await request('GET', '/api/donations')).json<{ recurring: boolean }[]>();
      expect(history.map(({ recurring }) => recurring)).toEqual([true, true, true, true]);
    });

    test('charges a custom amount as typed every month, before and after a change', async () => {
      await world.pay(enteredCheckoutBody(money(20_00, 'CAD'), { recurring: true }), donor.cookie);
      const [plan] = await plans();
      expect(plan).toMatchObject({ amount: 14.71, charge: { subtotal: 20, serviceFee: 2, total: 22 } });
      const change = { amount: 36.76, customAmountEntered: { amount: 50, currency: 'CAD' } };
      const changed = await request('PATCH', `/api/plans/${plan?.id}`, change);
      expect([changed.statusCode, changed.json()]).toEqual([
        200,
        expect.objectContaining({ amount: 36.76, charge: { subtotal: 50, serviceFee: 5, total: 55, currency: 'CAD' } }),
      ]);
      await passMonths(1);
      expect((await donations()).map((row) => row.charge_total_minor)).toEqual([2200, 5500]);
    });

    test.each([
      [{ amount: 36.78, customAmountEntered: { amount: 50, currency: 'CAD' } }, 409, 'prices_changed'],
      [{ amount: 36.76, customAmountEntered: { amount: 50, currency: 'XXX' } }, 400, 'invalid_amount'],
      [{ amount: 0.99, customAmountEntered: { amount: 1.35, currency: 'CAD' } }, 400, 'invalid_amount'],
      [{ amount: 36.76, customAmountEntered: { amount: '50', currency: 'CAD' } }, 400, 'invalid_request'],
    ])('is not changed by %j', async (change, status, code) => {
      const plan = await startPlan();
      const refused = await request('PATCH', `/api/plans/${plan.id}`, change);
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([status, code]);
      expect(await plans()).toEqual([plan]);
    });

    test('charges the new amount for the new charity from the next charge after a change', async () => {
      const plan = await startPlan();
      const changed = await request('PATCH', `/api/plans/${plan.id}`, { amount: 10, charityId: 7 });
      expect(changed.statusCode).toBe(200);
      expect(changed.json()).toMatchObject({ amount: 10, total: 11, charityId: 7, mealsProvided: 10 });
      expect(await donations()).toHaveLength(1);
      await passMonths(1);
      expect((await donations()).map(({ charity_id: id, amount_minor: minor }) => [id, minor])).toEqual([
        [6, 350],
        [7, 1000],
      ]);
      expect(await mailKinds()).toContain('plan_changed');
    });

    test.each([
      [{ amount: 0.99 }, 400],
      [{ amount: 10_000.01 }, 400],
      [{ amount: '5' }, 400],
      [{ charityId: 99 }, 400],
      [{}, 400],
    ])('refuses a change to %j', async (body, status) => {
      const plan = await startPlan();
      expect((await request('PATCH', `/api/plans/${plan.id}`, body)).statusCode).toBe(status);
      expect(await plans()).toEqual([plan]);
    });

    test('is not charged while it is paused, and resumes automatically', async () => {
      const plan = await startPlan();
      const paused = await request('POST', `/api/plans/${plan.id}/pause`, { months: 2 });
      expect(paused.json()).toMatchObject({ status: 'paused' });
      await passMonths(1);
      expect(await donations()).toHaveLength(1);
      await passMonths(1);
      expect(await donations()).toHaveLength(1);
      await passMonths(1);
      expect(await donations()).toHaveLength(2);
      expect(await plans()).toMatchObject([{ status: 'active', pausedUntil: null }]);
    });

    test('a second pause does not extend the first, and sends no second email', async () => {
      const plan = await startPlan();
      const pause = async () =>
        (await request('POST', `/api/plans/${plan.id}/pause`, { months: 2 })).json<PlanResponse>();
      const [first, second] = [await pause(), await pause()];
      expect(second).toEqual(first);
      expect((await mailKinds()).filter((kind) => kind === 'plan_changed')).toHaveLength(1);
    });

    test('is charged again after it is resumed', async () => {
      const plan = await startPlan();
      await request('POST', `/api/plans/${plan.id}/pause`, { months: 12 });
      expect((await request('POST', `/api/plans/${plan.id}/resume`)).json()).toMatchObject({ status: 'active' });
      await passMonths(1);
      expect(await donations()).toHaveLength(2);
    });

    test('is never charged again after it is canceled, and can be canceled again', async () => {
      const plan = await startPlan();
      for (let time = 0; time < 2; time += 1) {
        const canceled = await request('POST', `/api/plans/${plan.id}/cancel`);
        expect([canceled.statusCode, canceled.json<PlanResponse>().status]).toEqual([200, 'ended']);
      }
      await passMonths(3);
      expect(await donations()).toHaveLength(1);
      expect((await mailKinds()).filter((kind) => kind === 'plan_ended')).toHaveLength(1);
      expect((await request('POST', `/api/plans/${plan.id}/pause`, { months: 1 })).statusCode).toBe(409);
    });

    test('looks to other donors like one that does not exist', async () => {
      const plan = await startPlan();
      const other = await signIn(world.app);
      for (const id of [plan.id, 'pln_00000000000000000000000000', 'nonsense']) {
        const cookie = id === plan.id ? other.cookie : donor.cookie;
        const responses = [
          await request('PATCH', `/api/plans/${id}`, { amount: 5 }, cookie),
          await request('POST', `/api/plans/${id}/pause`, { months: 1 }, cookie),
          await request('POST', `/api/plans/${id}/resume`, undefined, cookie),
          await request('POST', `/api/plans/${id}/cancel`, undefined, cookie),
          await request('POST', `/api/plans/${id}/portal`, undefined, cookie),
          await request('GET', `/api/plans/${id}/charges`, undefined, cookie),
        ];
        expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404]);
        expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
      }
      expect((await request('GET', '/api/plans', undefined, other.cookie)).json()).toEqual([]);
      expect(await plans()).toEqual([plan]);
    });

    test('is booked once each month while messages are repeated and reordered', async () => {
      await world.control.armWebhookFault({ kind: 'repeat', times: 20, count: 3 });
      await startPlan();
      await world.control.clearFaults();
      await world.control.armWebhookFault({ kind: 'reorder', times: 40, count: 4 });
      await passMonths(1);
      await world.control.releaseWebhooks();
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await donations()).toHaveLength(2);
    });

    test('is announced three days before the first charge after its pause', async () => {
      const { announceRenewals } = await import('./announce-renewals.ts');
      const plan = await startPlan();
      const paused = await request('POST', `/api/plans/${plan.id}/pause`, { months: 1 });
      const chargeAt = new Date(paused.json<PlanResponse>().nextChargeAt ?? '').getTime();
      await world.advance(31 * daySeconds); // the skipped charge is not announced
      expect(await announceRenewals(world.app.deps)).toBe(0);
      await world.advance(Math.ceil((chargeAt - world.app.deps.clock.now().getTime()) / 1000) - 3 * daySeconds);
      expect([await announceRenewals(world.app.deps), await announceRenewals(world.app.deps)]).toEqual([1, 0]);
    });

    test('is announced once, three days before its next charge', async () => {
      const { announceRenewals } = await import('./announce-renewals.ts');
      await startPlan();
      expect(await announceRenewals(world.app.deps)).toBe(0);
      await world.advance(28 * daySeconds);
      expect([await announceRenewals(world.app.deps), await announceRenewals(world.app.deps)]).toEqual([1, 0]);
      expect((await mailKinds()).filter((kind) => kind === 'renewal_notice')).toHaveLength(1);
    });
  });
});
