import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/databases.ts';
import { startPaymentWorld, type PaymentWorld } from '#test/support/payment-world.ts';
import { reconcile } from './reconcile.ts';

const forgeries = [
  { wrong: 'other_amount', event: { changes: { amount_total: 100, payment_status: 'paid', status: 'complete' } } },
  { wrong: 'other_amount', event: { changes: { amount_total: 525, payment_status: 'paid', status: 'complete' } } },
  { wrong: 'other_currency', event: { changes: { currency: 'usd', payment_status: 'paid', status: 'complete' } } },
  { wrong: 'other_currency', event: { changes: { currency: 'xyz', payment_status: 'paid', status: 'complete' } } },
  { wrong: 'other_mode', event: { livemode: true, changes: { payment_status: 'paid', status: 'complete' } } },
  { wrong: 'other_account', event: { account: 'acct_other', changes: { payment_status: 'paid', status: 'complete' } } },
  { wrong: 'other_session', event: { changes: { id: 'cs_test_other', payment_status: 'paid', status: 'complete' } } },
  {
    wrong: 'unknown_session',
    event: {
      changes: {
        id: 'cs_test_unknown',
        metadata: { intent_id: 'int_unknown' },
        payment_status: 'paid',
        status: 'complete',
      },
    },
  },
] as const;

forEachDatabase((engine) => {
  describe(`a genuine signature around a wrong content, on ${engine}`, () => {
    let world: PaymentWorld;
    const read = () => world.app.deps.db.read;

    beforeEach(async () => {
      world = await startPaymentWorld(engine);
    });
    afterEach(async () => {
      expect(await world.disagreements()).toEqual([]);
      await world.close();
    });

    test.each(forgeries)('$wrong: put aside with an alarm, accepted, never a donation', async ({ wrong, event }) => {
      const { sessionId } = await world.openCheckout();
      const { eventId } = await world.control.forgeEvent({ checkoutSessionId: sessionId, ...event });
      expect(await world.control.deliverWebhooks(), 'the provider need not repeat it').toEqual([]);
      const [aside, ...others] = await read().selectFrom('quarantined_events').selectAll().execute();
      expect([aside?.event_id, aside?.reason, others]).toEqual([eventId, wrong, []]);
      expect(await read().selectFrom('donations').selectAll().execute()).toEqual([]);
      expect(world.app.logged).toContainEqual(expect.objectContaining({ level: 50, reason: wrong, eventId }));
    });

    test('an intent whose forgery was put aside still settles when it is really paid', async () => {
      const { sessionId } = await world.openCheckout();
      await world.control.forgeEvent({
        checkoutSessionId: sessionId,
        changes: { amount_total: 1, payment_status: 'paid' },
      });
      await world.control.deliverWebhooks();
      await world.control.submitPayment(sessionId);
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await read().selectFrom('donations').selectAll().execute()).toHaveLength(1);
    });

    test('reconciliation reports a donation that the provider does not know', async () => {
      const { sessionId } = await world.pay();
      world.sandbox.sandbox.store.checkoutSessions.remove(sessionId);
      await world.advance(60 * 60);
      const [intent] = await read().selectFrom('donation_intents').select('id').execute();
      const result = await reconcile(world.app.deps, 'recent');
      expect(result?.unknownAtProvider).toEqual([intent?.id]);
      await world.app.deps.db.write.deleteFrom('outbox').execute();
      await world.app.deps.db.write.deleteFrom('ledger_entries').execute();
      await world.app.deps.db.write.deleteFrom('ledger_transactions').execute();
      await world.app.deps.db.write.deleteFrom('donations').execute();
      await world.app.deps.db.write.deleteFrom('payment_events').execute();
      await world.app.deps.db.write.deleteFrom('donation_intents').execute();
      await world.control.reset();
    });
  });
});
