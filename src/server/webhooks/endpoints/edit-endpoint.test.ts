import { expect, test } from 'vitest';
import { inTransaction } from '#server/db/in-transaction.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import { memberOf } from '#test/support/accounts/staff.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp } from '#test/support/app/start-app.ts';
import { insertWebhook, webhookBody } from '#test/support/webhooks/webhooks.ts';
import { insertDelivery } from '../delivery/insert-delivery.ts';
import { webhookJobs } from '../index.ts';
import { editEndpoint } from './edit-endpoint.ts';

forEachDatabase((engine) => {
  test.each([
    ['fails for good', 410, null],
    ['succeeds', 200, '2026-03-01T00:00:00.000Z'],
  ])(
    'an attempt at a former address that %s says nothing about the new one',
    async (_name, statusCode, failingSince) => {
      const app = await startApp(engine);
      const actor = await memberOf(app.deps, 'usr_owner', 'owner');
      const endpointId = await insertWebhook(app, { failing_since: failingSince });
      await inTransaction(app.deps.db, (tx) =>
        insertDelivery(app.deps, tx, {
          endpointId,
          event: 'payout.paid',
          eventId: 'evt_1',
          body: '{}',
          isByHand: false,
        }),
      );
      const post = async () => {
        await editEndpoint(app.deps, { ...webhookBody({ url: 'http://127.0.0.1:9/new' }), actor, id: endpointId });
        await app.deps.db.write.updateTable('webhook_endpoints').set({ failing_since: failingSince }).execute();
        return { code: 'responded', statusCode, text: '' } as const;
      };
      await workOutbox({ ...app.deps, webhooks: { ...app.deps.webhooks, post } }, webhookJobs);
      const endpoint = await app.deps.db.read.selectFrom('webhook_endpoints').selectAll().executeTakeFirstOrThrow();
      expect(endpoint).toMatchObject({ status: 'active', failing_since: failingSince, url: 'http://127.0.0.1:9/new' });
      await app.close();
    },
  );
});
