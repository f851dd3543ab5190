import { expect, test } from 'vitest';
import { forEachDatabase } from '../support/app/databases.ts';
import { createMoneyMovements, webhooksPerBatch, paymentsPerBatch } from '../support/payments/money-movements.ts';
import { startAppWithSandbox } from '../support/payments/app-with-sandbox.ts';
import { shuffle } from '../support/app/shuffle.ts';
import { signIn } from '../support/accounts/signed-in.ts';
import { signMessages } from '../support/payments/sandbox-webhooks.ts';
import { ownOrigin, webhookSecret } from '../support/app/start-app.ts';
import { countRows } from '../support/app/row-counts.ts';

const batches = 5; // 200 messages; the benchmarks send fifty times as many
const concurrency = 16;

forEachDatabase((engine) => {
  test('shuffled messages of all kinds, a third of them sent twice, leave our records equal to those of the providers', async () => {
    const world = await startAppWithSandbox(engine);
    const { app, control } = world;
    const { sandbox } = world.sandbox;
    const { cookie } = await signIn(app);
    await control.armWebhookFault({ kind: 'drop', times: 1_000_000 });
    await createMoneyMovements(sandbox, batches, {
      siteOrigin: ownOrigin,
      post: async (path, payload) => {
        const headers = { origin: ownOrigin, cookie };
        const response = await app.server.inject({ method: 'POST', url: path, headers, payload });
        expect([response.statusCode, response.body]).toEqual([200, response.body]);
        return response.json<unknown>();
      },
    });
    const messages = signMessages(sandbox, webhookSecret);
    expect(messages).toHaveLength(batches * webhooksPerBatch);

    const waiting = shuffle([...messages, ...messages.filter((_message, index) => index % 3 === 0)], 1).values();
    const deliver = async (): Promise<void> => {
      for (const { path, headers, body } of waiting) {
        const response = await app.server.inject({ method: 'POST', url: path, headers, payload: body });
        expect([response.statusCode, response.body]).toEqual([200, response.body]);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, deliver));
    expect(await world.discrepancies()).toEqual([]);
    expect(await countRows(app.deps.db.read)).toMatchObject({
      donations: batches * paymentsPerBatch,
      quarantined_events: 0,
    });
    const receipts = app.deps.db.read.selectFrom('outbox').select('id').where('kind', '=', 'receipt');
    expect(await receipts.execute()).toHaveLength(batches * paymentsPerBatch);
    await world.close();
  });
});
