import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkoutBody } from '#test/support/checkout-body.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { startPaymentWorld, type PaymentWorld } from '#test/support/payment-world.ts';
import { signIn, type SignedIn } from '#test/support/signed-in.ts';
import { reconcile } from './reconcile.ts';

const daySeconds = 24 * 60 * 60;

forEachDatabase((engine) => {
  describe(`a bill that is paid more than a week after it was made, on ${engine}`, () => {
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

    const donations = () => world.app.deps.db.read.selectFrom('donations').selectAll().execute();

    /** Signs up, pays the first month, and lets the provider try the second one three times, until it is paid. */
    async function giveAndPayLate(): Promise<void> {
      await world.pay(checkoutBody({ donation: { recurring: true } }), donor.cookie);
      const [subscription] = await world.control.subscriptions();
      await world.control.failNextRenewals(subscription?.subscriptionId ?? '', 2);
      for (let day = 0; day < 40; day += 1) await world.advance(daySeconds);
    }

    test('is found by the daily comparison when its message was lost', async () => {
      await world.control.armWebhookFault({ kind: 'drop', times: 100, eventTypes: ['invoice.paid'] });
      await giveAndPayLate();
      expect(await world.control.readBooks()).toHaveLength(2);
      expect(await donations()).toHaveLength(1);
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ healed: 1, unknownAtProvider: [] });
      expect(await donations()).toHaveLength(2);
    });

    test('is no donation that the provider does not know', async () => {
      await giveAndPayLate();
      expect(await donations()).toHaveLength(2);
      await world.openCheckout();
      await world.advance(20 * 60);
      expect([await reconcile(world.app.deps, 'open'), await reconcile(world.app.deps, 'recent')]).toMatchObject([
        { unknownAtProvider: [] },
        { unknownAtProvider: [] },
      ]);
    });
  });
});
