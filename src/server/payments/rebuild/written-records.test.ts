import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signIn } from '#test/support/accounts/signed-in.ts';
import { ownOrigin } from '#test/support/app/start-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { paypalPage } from '#test/support/payments/paypal-calls.ts';
import { recordInOrder } from '../paypal/order-record.ts';
import { recordIn, recordsIn } from '../stripe/record-metadata.ts';
import { recordOfIntent, recordOfTerms } from './record-of.ts';

const monthly = checkoutBody({ donation: { recurring: true } });

forEachDatabase((engine) => {
  describe('the record at the provider', () => {
    let world: AppWithSandbox;
    const store = () => world.sandbox.sandbox.store;
    const intent = () => world.app.deps.db.read.selectFrom('donation_intents').selectAll().executeTakeFirstOrThrow();

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(() => world.close());

    test('of a card payment contains the whole intent, on the session and on the payment', async () => {
      const { sessionId } = await world.pay();
      const record = recordOfIntent(world.app.deps, await intent());
      const session = store().checkoutSessions.get(sessionId);
      const payment = store().paymentIntents.get(session?.paymentIntentId ?? '');
      expect(recordIn(session?.metadata, 'donation')).toEqual(record);
      expect(recordIn(payment?.seed.metadata, 'donation')).toEqual(record);
    });

    test('of a PayPal payment contains the whole intent, in the order', async () => {
      const orderId = await paypalPage(world.app).order();
      const order = store().paypalOrders.get(orderId);
      expect(recordInOrder(order?.customId ?? '', order?.items)).toEqual(
        recordOfIntent(world.app.deps, await intent()),
      );
    });

    test('of a monthly donation contains its first payment, and on each invoice also its terms since the last change', async () => {
      const donor = await signIn(world.app);
      await world.pay(monthly, donor.cookie);
      const first = await intent();
      const [subscription] = [...store().subscriptions.values()];
      expect(recordsIn(subscription?.metadata)).toEqual({
        first: recordOfIntent(world.app.deps, first),
        terms: undefined,
      });
      const changed = await world.app.server.inject({
        method: 'PATCH',
        url: `/api/plans/${first.plan_id}`,
        headers: { origin: ownOrigin, cookie: donor.cookie },
        payload: { charityId: 7 },
      });
      expect(changed.statusCode).toBe(200);
      await world.advance(32 * 24 * 3600);
      const terms = await world.app.deps.db.read
        .selectFrom('plan_terms')
        .selectAll()
        .where('number', '=', 2)
        .executeTakeFirstOrThrow();
      const renewal = [...store().invoices.values()].at(-1);
      expect(recordsIn(renewal?.subscriptionMetadata)).toEqual({
        first: recordOfIntent(world.app.deps, first),
        terms: recordOfTerms(world.app.deps, first, terms),
      });
    });

    test('contains no name and no email address', async () => {
      const donor = await signIn(world.app);
      const { sessionId } = await world.pay(monthly, donor.cookie);
      const written = JSON.stringify(store().checkoutSessions.get(sessionId)?.metadata);
      expect(written).toContain(donor.user.id);
      expect(written).not.toContain(donor.user.username);
      expect(written).not.toContain('@');
    });
  });
});
