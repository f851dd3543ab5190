import { expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/index.ts';
import { askCheckout } from '#test/support/call-app.ts';
import { checkoutBody } from '#test/support/checkout-body.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { deliver, paidMessage, stubCardsWithWebhook } from '#test/support/open-intent.ts';
import { shuffle } from '#test/support/shuffle.ts';
import { startApp } from '#test/support/start-app.ts';
import { countRows } from '#test/support/table-rows.ts';

const messagesCount = 1000; // of one kind; the other kinds have a flood of their own
const paymentsCount = 750; // each third message is sent twice
const atOnce = 16;

forEachDatabase((engine) => {
  test('1,000 webhooks, a third of them doubled and all shuffled, settle each payment exactly once', async () => {
    const app = await startApp(engine, { cards: stubCardsWithWebhook() });
    await inParallel(range(paymentsCount), async () => {
      expect((await askCheckout(app, checkoutBody())).statusCode).toBe(200);
    });
    const intents = await app.deps.db.read.selectFrom('donation_intents').selectAll().execute();
    const once = intents.map((intent) => paidMessage(intent));
    const messages = shuffle([...once, ...once.slice(0, messagesCount - paymentsCount)], 1);
    expect(messages).toHaveLength(messagesCount);

    const startedAt = performance.now();
    await inParallel(messages, async (message) => {
      expect((await deliver(app, message)).statusCode).toBe(200);
    });
    console.log(`${engine}: ${messagesCount} webhooks in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    expect(await countRows(app.deps.db.read)).toMatchObject({
      donation_intents: paymentsCount,
      payment_events: paymentsCount,
      quarantined_events: 0,
      donations: paymentsCount,
      ledger_transactions: paymentsCount,
      outbox: paymentsCount,
    });
    expect(await checkLedger(app.deps.db.read)).toEqual([]);
    await app.close();
  }, 60_000);
});

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Does work for each item, some at once, as a provider sends its messages. */
async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    range(atOnce).map(async () => {
      for (const item of waiting) await work(item);
    }),
  );
}
