import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { workOutbox } from '#server/outbox/worker.ts';
import { reconcile } from '#server/payments/index.ts';
import { cancelPlanJob } from '#server/recurring/index.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import { signIn, signInAdmin, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { ownOrigin } from '#test/support/app/start-app.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { restoreBackup, takeBackup } from '#test/support/payments/backup.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';

const unknownPlan = 'pln_00000000000000000000000009';

forEachDatabase((engine) => {
  describe('a monthly donation whose account was lost in a restore', () => {
    let world: AppWithSandbox;
    let planId: string;
    const db = () => world.app.deps.db;
    const plan = () => db().read.selectFrom('plans').select(['donor_id', 'status']).executeTakeFirstOrThrow();
    const owners = async () =>
      (await db().read.selectFrom('donations').select('donor_id').execute()).map(({ donor_id: id }) => id);
    const listed = async (cookie: string) => {
      const response = await world.app.server.inject({ url: '/api/admin/review', headers: { cookie } });
      return response.json<{ lostPlans: object[] }>().lostPlans;
    };
    const cancel = (id: string, cookie?: string, reason = 'The donor asked') =>
      world.app.server.inject({
        method: 'POST',
        url: `/api/admin/plans/${id}/cancel`,
        headers: { origin: ownOrigin, ...(cookie === undefined ? {} : { cookie }) },
        payload: { reason },
      });
    const plansOf = async ({ cookie }: SignedIn) =>
      (await world.app.server.inject({ url: '/api/plans', headers: { cookie } })).json<{ id: string }[]>();
    const setEmail = (donor: SignedIn, confirmedAt: string | null) =>
      db()
        .write.updateTable('users')
        .set({ email: 'Donor@Example.org', email_key: 'donor@example.org', email_confirmed_at: confirmedAt })
        .where('id', '=', donor.user.id)
        .execute();

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      await signInAdmin(world.app);
      const backup = await takeBackup(world.app.deps);
      const late = await signIn(world.app);
      await setEmail(late, null);
      await world.pay(checkoutBody({ donation: { recurring: true } }), late.cookie);
      await restoreBackup(world.app.deps, backup);
      await world.advance(60);
      await reconcile(world.app.deps, 'recent');
      ({ id: planId } = await db().read.selectFrom('plans').select('id').executeTakeFirstOrThrow());
    });
    afterEach(async () => {
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    test('is listed for administrators with its next charge, and in the result of a reconciliation', async () => {
      const admin = await signInAdmin(world.app);
      expect(await listed(admin)).toEqual([
        {
          id: planId,
          subscriptionId: expect.stringMatching(/^sub_/),
          total: 5.24,
          currency: 'CAD',
          nextChargeAt: expect.any(String),
        },
      ]);
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ plansWithoutAccount: [planId] });
    });

    test('returns with its donations after the donor has registered again and confirmed the address', async () => {
      const again = await signIn(world.app);
      await setEmail(again, null);
      expect(await plansOf(again)).toEqual([]);
      await setEmail(again, world.app.deps.clock.now().toISOString());
      expect(await plansOf(again)).toMatchObject([{ id: planId }]);
      expect([await plan(), await owners()]).toEqual([{ donor_id: again.user.id, status: 'active' }, [again.user.id]]);
      expect(await listed(await signInAdmin(world.app))).toEqual([]);
    });

    test('also returns with the next reconciliation, before the donor looks at it', async () => {
      const again = await signIn(world.app);
      await setEmail(again, world.app.deps.clock.now().toISOString());
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ plansWithoutAccount: [] });
      expect((await plan()).donor_id).toBe(again.user.id);
    });

    test('does not return for a confirmed account with another address', async () => {
      const other = await signIn(world.app);
      await db()
        .write.updateTable('users')
        .set({ email_confirmed_at: world.app.deps.clock.now().toISOString() })
        .where('id', '=', other.user.id)
        .execute();
      expect(await plansOf(other)).toEqual([]);
      expect((await plan()).donor_id).toBe('usr_lost');
    });

    test('is canceled once at the donor’s request, even if the request is repeated', async () => {
      const admin = await signInAdmin(world.app);
      expect((await cancel(planId, admin, ' ')).statusCode).toBe(400);
      expect((await plan()).status).toBe('active');
      expect((await cancel(planId, admin)).json()).toEqual({ status: 'requested' });
      expect(await loggedActions(world.app)).toMatchObject([
        { action: 'lost_plan_canceled', reason: 'The donor asked' },
      ]);
      expect((await cancel(planId, admin)).statusCode).toBe(200);
      await workOutbox(world.app.deps, { cancel_plan: cancelPlanJob });
      expect(await plan()).toEqual({ donor_id: 'usr_lost', status: 'ended' });
      expect(await listed(admin)).toEqual([]);
      expect((await cancel(planId, admin)).statusCode).toBe(404);
    });

    test('can be canceled by administrators only, and only while its account is lost', async () => {
      const again = await signIn(world.app);
      expect((await cancel(planId)).statusCode).toBe(401);
      expect((await cancel(planId, again.cookie)).statusCode).toBe(403);
      const admin = await signInAdmin(world.app);
      expect((await cancel(unknownPlan, admin)).statusCode).toBe(404);
      await setEmail(again, world.app.deps.clock.now().toISOString());
      await plansOf(again);
      expect((await cancel(planId, admin)).statusCode).toBe(404);
    });
  });
});
