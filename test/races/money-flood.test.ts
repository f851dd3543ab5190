import { expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/databases.ts';
import { makeMoneyMove, messagesPerLot, paymentsPerLot } from '#test/support/money-stories.ts';
import { startPaymentWorld } from '#test/support/payment-world.ts';
import { shuffle } from '#test/support/shuffle.ts';
import { signIn } from '#test/support/signed-in.ts';
import { signMessages } from '#test/support/signed-messages.ts';
import { ownOrigin, webhookSecret } from '#test/support/start-app.ts';
import { countRows } from '#test/support/table-rows.ts';

const lots = 5; // 200 messages; fifty times as many in the benchmarks
const atOnce = 16;

forEachDatabase((engine) => {
  test('messages of all kinds, a third of them doubled and all shuffled, book each payment as the providers have it', async () => {
    const world = await startPaymentWorld(engine);
    const { app, control } = world;
    const { sandbox } = world.sandbox;
    const { cookie } = await signIn(app);
    await control.armWebhookFault({ kind: 'drop', times: 1_000_000 });
    await makeMoneyMove(sandbox, lots, {
      siteOrigin: ownOrigin,
      ask: async (path, payload) => {
        const headers = { origin: ownOrigin, cookie };
        const answer = await app.server.inject({ method: 'POST', url: path, headers, payload });
        expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
        return answer.json<unknown>();
      },
    });
    const messages = signMessages(sandbox, webhookSecret);
    expect(messages).toHaveLength(lots * messagesPerLot);

    const waiting = shuffle([...messages, ...messages.filter((_message, index) => index % 3 === 0)], 1).values();
    const deliver = async (): Promise<void> => {
      for (const { path, headers, body } of waiting) {
        const answer = await app.server.inject({ method: 'POST', url: path, headers, payload: body });
        expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, deliver));
    expect(await world.disagreements()).toEqual([]);
    expect(await countRows(app.deps.db.read)).toMatchObject({
      donations: lots * paymentsPerLot,
      quarantined_events: 0,
    });
    const receipts = app.deps.db.read.selectFrom('outbox').select('id').where('kind', '=', 'receipt');
    expect(await receipts.execute()).toHaveLength(lots * paymentsPerLot);
    await world.close();
  }, 120_000);
});
