import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/db/in-transaction.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { deliver, openIntent, paidByGuest, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { insertWebhook } from '#test/support/webhooks/webhooks.ts';
import { settleDonation } from './apply-payment-event.ts';

forEachDatabase((engine) => {
  describe('the event of a settled donation', () => {
    let app: TestApp;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      await insertWebhook(app, { events: 'donation.settled' });
    });
    afterEach(() => app.close());

    const announced = () =>
      app.deps.db.read.selectFrom('outbox').select('payload').where('kind', '=', 'announce_event').execute();

    test('is not announced when its transaction fails', async () => {
      const intent = await openIntent(app);
      const settling = inTransaction(app.deps.db, async (tx) => {
        await settleDonation(app.deps, tx, intent, app.deps.clock.now());
        throw new Error('killed');
      });
      await expect(settling).rejects.toThrow('killed');
      expect(await announced()).toEqual([]);
    });

    test('is announced only by a process that knows an endpoint for it', async () => {
      const other = { ...app.deps, wantedEvents: { has: () => false, refresh: async () => undefined } };
      const intent = await openIntent(app);
      await inTransaction(app.deps.db, (tx) => settleDonation(other, tx, intent, app.deps.clock.now()));
      expect(await announced()).toEqual([]);
      await deliver(app, paidByGuest(await openIntent(app), null));
      expect(await announced()).toHaveLength(1);
    });
  });
});
