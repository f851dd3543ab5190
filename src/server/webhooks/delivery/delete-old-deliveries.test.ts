import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { sendWebhooks } from '#test/support/webhooks/send-webhooks.ts';
import { insertEndpointDelivery } from '#test/support/webhooks/webhooks.ts';
import { deleteOldDeliveries } from './delete-old-deliveries.ts';

forEachDatabase((engine) => {
  describe('a delivery in the log', () => {
    let app: TestApp;

    beforeEach(async () => {
      app = await startApp(engine);
    });
    afterEach(() => app.close());

    const stored = async () => ({
      deliveries: (await app.deps.db.read.selectFrom('webhook_deliveries').select('id').execute()).length,
      attempts: (await app.deps.db.read.selectFrom('webhook_attempts').select('number').execute()).length,
    });

    test('is deleted with its attempts after 30 days', async () => {
      await insertEndpointDelivery(app);
      await sendWebhooks(app);
      app.clock.advance(30 * 24 * 60 * 60 * 1000);
      await deleteOldDeliveries(app.deps);
      expect(await stored()).toEqual({ deliveries: 1, attempts: 1 });
      app.clock.advance(1);
      await deleteOldDeliveries(app.deps);
      expect(await stored()).toEqual({ deliveries: 0, attempts: 0 });
    });
  });
});
