import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { postCheckout } from '#test/support/app/call-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { reconcile } from './reconcile.ts';

const completion = ['checkout.session.completed'];

forEachDatabase((engine) => {
  describe('reconciliation with Stripe', () => {
    let world: AppWithSandbox;
    const checkout = (key: string) => postCheckout(world.app, checkoutBody(), { key });

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(async () => {
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    test('recovers a lost webhook', async () => {
      await world.control.armWebhookFault({ kind: 'drop', eventTypes: completion });
      await world.pay();
      expect(await world.donations()).toEqual([]);
      expect(await reconcile(world.app.deps, 'open')).toMatchObject({ healed: 1, quarantined: 0 });
      expect(await world.donations()).toHaveLength(1);
    });

    test('finds a payment without any message by its session', async () => {
      await world.control.armWebhookFault({ kind: 'never_generate', eventTypes: completion });
      await world.pay();
      expect(await reconcile(world.app.deps, 'open')).toMatchObject({ healed: 1 });
      expect(await world.donations()).toHaveLength(1);
    });

    test('a message that arrives after reconciliation changes nothing', async () => {
      await world.control.armWebhookFault({ kind: 'delay', eventTypes: completion });
      await world.pay();
      await reconcile(world.app.deps, 'open');
      await world.control.releaseWebhooks();
      await world.control.deliverWebhooks();
      expect(await world.donations()).toHaveLength(1);
    });

    test('a session that was not stored before a crash is found by the intent that it names', async () => {
      await world.control.armWebhookFault({ kind: 'drop', eventTypes: completion });
      await world.pay();
      await world.app.deps.db.write
        .updateTable('donation_intents')
        .set({ provider_session_id: null, checkout_url: null })
        .execute();
      expect(await reconcile(world.app.deps, 'open')).toMatchObject({ healed: 1 });
      expect(await world.donations()).toHaveLength(1);
    });

    test('an unpaid checkout expires', async () => {
      await world.openCheckout();
      await world.advance(32 * 60);
      await reconcile(world.app.deps, 'open');
      expect([await world.statuses(), await world.donations()]).toEqual([['expired'], []]);
    });

    test('an intent that never reached the provider expires', async () => {
      await world.control.armApiFault({ kind: 'status', status: 500, method: 'POST', times: 2 });
      await checkout('basket-key-4');
      await world.advance(2 * 60 * 60);
      expect(await reconcile(world.app.deps, 'open')).toMatchObject({ lapsed: 1 });
      expect(await world.statuses()).toEqual(['expired']);
    });

    test('an unavailable provider changes nothing, and the run is stored as unavailable', async () => {
      await world.control.armWebhookFault({ kind: 'drop', eventTypes: completion });
      await world.pay();
      await world.control.armApiFault({ kind: 'status', status: 503, method: 'GET', times: 2 });
      expect(await reconcile(world.app.deps, 'open')).toBeUndefined();
      const [run] = await world.app.deps.db.read.selectFrom('reconciliation_runs').selectAll().execute();
      expect(run).toMatchObject({ scope: 'open', status: 'unavailable' });
      await reconcile(world.app.deps, 'open');
      expect(await world.donations()).toHaveLength(1);
    });

    test('reports a donation that the provider does not have', async () => {
      const { sessionId } = await world.pay();
      world.sandbox.sandbox.store.checkoutSessions.remove(sessionId);
      await world.advance(60 * 60);
      const [intent] = await world.app.deps.db.read.selectFrom('donation_intents').select('id').execute();
      const result = await reconcile(world.app.deps, 'recent');
      expect(result?.unknownAtProvider).toEqual([intent?.id]);
      await world.app.deps.db.write.deleteFrom('outbox').execute();
      await world.app.deps.db.write.deleteFrom('ledger_entries').execute();
      await world.app.deps.db.write.deleteFrom('ledger_transactions').execute();
      await world.app.deps.db.write.deleteFrom('donations').execute();
      await world.app.deps.db.write.deleteFrom('payment_events').execute();
      await world.app.deps.db.write.deleteFrom('payer_emails').execute();
      await world.app.deps.db.write.deleteFrom('donation_intents').execute();
      await world.control.reset();
    });
  });
});
