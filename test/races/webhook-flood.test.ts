import { expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/index.ts';
import { postCheckout } from '../support/app/call-app.ts';
import { checkoutBody } from '../support/payments/checkout-body.ts';
import { forEachDatabase } from '../support/app/databases.ts';
import { deliver, paidMessage, stubCardsWithWebhook } from '../support/payments/open-intent.ts';
import { shuffle } from '../support/app/shuffle.ts';
import { startApp } from '../support/app/start-app.ts';
import { countRows } from '../support/app/row-counts.ts';

const messageCount = 1000; // all of one kind; money-flood.test.ts sends the other kinds
const paymentCount = 750; // every third message is sent twice
const concurrency = 16;

forEachDatabase((engine) => {
  test('1,000 webhooks, a third of them sent twice and all shuffled, settle each payment exactly once', async () => {
    const app = await startApp(engine, { cards: stubCardsWithWebhook() });
    await inParallel(range(paymentCount), async () => {
      expect((await postCheckout(app, checkoutBody())).statusCode).toBe(200);
    });
    const intents = await app.deps.db.read.selectFrom('donation_intents').selectAll().execute();
    const once = intents.map((intent) => paidMessage(intent));
    const messages = shuffle([...once, ...once.slice(0, messageCount - paymentCount)], 1);
    expect(messages).toHaveLength(messageCount);

    const startedAt = performance.now();
    await inParallel(messages, async (message) => {
      expect((await deliver(app, message)).statusCode).toBe(200);
    });
    console.log(`${engine}: ${messageCount} webhooks in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    expect(await countRows(app.deps.db.read)).toMatchObject({
      donation_intents: paymentCount,
      payment_events: paymentCount,
      quarantined_events: 0,
      donations: paymentCount,
      ledger_transactions: paymentCount,
      outbox: paymentCount,
    });
    expect(await checkLedger(app.deps.db.read)).toEqual([]);
    await app.close();
  });
});

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Runs the work for each item, several at once, as a provider sends its messages. */
async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    range(concurrency).map(async () => {
      for (const item of waiting) await work(item);
    }),
  );
}
