import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removedDonor } from '#server/donations/index.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import { cancelPlanJob } from '#server/recurring/index.ts';
import { call } from '#test/support/account-calls.ts';
import { checkoutBody } from '#test/support/checkout-body.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { startPaymentWorld, type PaymentWorld } from '#test/support/payment-world.ts';
import { donorPassword, signIn, type SignedIn } from '#test/support/signed-in.ts';

const monthSeconds = 31 * 24 * 60 * 60;

forEachDatabase((engine) => {
  describe(`the monthly gift of a donor whose account was deleted, on ${engine}`, () => {
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

    test('ends, and is charged no more', async () => {
      await pay(await open());
      await remove();
      await work();
      await world.advance(2 * monthSeconds);
      expect(await plan()).toEqual({ donor_id: removedDonor, status: 'ended' });
      expect(await world.control.readBooks()).toHaveLength(1);
    });

    test('ends too when its checkout is paid only afterwards', async () => {
      const sessionId = await open();
      await remove();
      await pay(sessionId);
      await work();
      await world.advance(2 * monthSeconds);
      expect(await plan()).toEqual({ donor_id: removedDonor, status: 'ended' });
      expect(await world.control.readBooks()).toHaveLength(1);
    });

    test('ends too when an earlier attempt to end it was given up', async () => {
      await pay(await open());
      await remove();
      const given = world.app.deps.db.write.updateTable('outbox').set({ status: 'dead' });
      await given.where('kind', '=', 'cancel_plan').execute();
      await world.advance(monthSeconds);
      await work();
      expect(await plan()).toEqual({ donor_id: removedDonor, status: 'ended' });
    });
  });
});
