import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deletedDonorId } from '#server/donations/index.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import { cancelPlanJob } from '#server/recurring/index.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { donorPassword, signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';

const monthSeconds = 31 * 24 * 60 * 60;

forEachDatabase((engine) => {
  describe('the plan of a donor whose account was deleted', () => {
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

    async function open(): Promise<string> {
      const { sessionId } = await world.openCheckout(checkoutBody({ donation: { recurring: true } }), donor.cookie);
      return sessionId;
    }
    async function pay(sessionId: string): Promise<void> {
      await world.control.submitPayment(sessionId);
      await world.sandbox.sandbox.webhooks.whenIdle();
    }
    async function remove(): Promise<void> {
      const body = { password: donorPassword };
      const url = '/api/account/deletion';
      const removed = await call(world.app, { method: 'POST', url, cookie: donor.cookie, body });
      expect(removed.statusCode).toBe(200);
    }
    const work = () => workOutbox(world.app.deps, { cancel_plan: cancelPlanJob });
    const plan = () =>
      world.app.deps.db.read.selectFrom('plans').select(['donor_id', 'status']).executeTakeFirstOrThrow();

    test('ends and is not charged again', async () => {
      await pay(await open());
      await remove();
      await work();
      await world.advance(2 * monthSeconds);
      expect(await plan()).toEqual({ donor_id: deletedDonorId, status: 'ended' });
      expect(await world.control.readPayments()).toHaveLength(1);
    });

    test('ends even when its checkout is paid afterward', async () => {
      const sessionId = await open();
      await remove();
      await pay(sessionId);
      await work();
      await world.advance(2 * monthSeconds);
      expect(await plan()).toEqual({ donor_id: deletedDonorId, status: 'ended' });
      expect(await world.control.readPayments()).toHaveLength(1);
    });

    test('ends even when an earlier attempt to end it had failed for good', async () => {
      await pay(await open());
      await remove();
      const jobUpdate = world.app.deps.db.write.updateTable('outbox').set({ status: 'dead' });
      await jobUpdate.where('kind', '=', 'cancel_plan').execute();
      await world.advance(monthSeconds);
      await work();
      expect(await plan()).toEqual({ donor_id: deletedDonorId, status: 'ended' });
    });
  });
});
