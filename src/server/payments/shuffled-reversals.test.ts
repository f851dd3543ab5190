import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { deliver, openIntent, stubCardsWithWebhook } from '#test/support/open-intent.ts';
import { reversalBooks, type ReversalBooks } from '#test/support/reversal-books.ts';
import { disputeMessage, paidWithPayment, refundMessage } from '#test/support/reversal-messages.ts';
import { startApp, type TestApp } from '#test/support/start-app.ts';

type Message = Record<string, unknown>;

/** The whole story of a payment of which money went back: amounts that fit whatever came true in the end. */
const stories: Readonly<Record<string, (intent: DonationIntentRow) => Message[]>> = {
  'three refunds, the second of which fails': (intent) => [
    paidWithPayment(intent),
    refundMessage(intent, 'created', { id: `re_a_${intent.id}`, amountMinor: 175 }),
    refundMessage(intent, 'created', { id: `re_b_${intent.id}`, amountMinor: 101 }),
    refundMessage(intent, 'failed', { id: `re_b_${intent.id}`, amountMinor: 101, status: 'failed' }),
    refundMessage(intent, 'created', { id: `re_c_${intent.id}`, amountMinor: 13 }),
  ],
  'a refund that fails, and another of the whole': (intent) => [
    paidWithPayment(intent),
    refundMessage(intent, 'created', { id: `re_a_${intent.id}` }),
    refundMessage(intent, 'failed', { id: `re_a_${intent.id}`, status: 'failed' }),
    refundMessage(intent, 'created', { id: `re_b_${intent.id}` }),
  ],
  'a refund of a part, and a dispute of the rest that is lost': (intent) => [
    paidWithPayment(intent),
    refundMessage(intent, 'created', { id: `re_a_${intent.id}`, amountMinor: 7 }),
    disputeMessage(intent, 'created', { id: `du_a_${intent.id}`, amountMinor: 517, status: 'warning_needs_response' }),
    disputeMessage(intent, 'funds_withdrawn', { id: `du_a_${intent.id}`, amountMinor: 517 }),
    disputeMessage(intent, 'closed', { id: `du_a_${intent.id}`, amountMinor: 517, status: 'lost' }),
  ],
  'a dispute that is won': (intent) => [
    paidWithPayment(intent),
    disputeMessage(intent, 'created', { id: `du_a_${intent.id}` }),
    disputeMessage(intent, 'funds_withdrawn', { id: `du_a_${intent.id}` }),
    disputeMessage(intent, 'funds_reinstated', { id: `du_a_${intent.id}`, status: 'won' }),
    disputeMessage(intent, 'closed', { id: `du_a_${intent.id}`, status: 'won' }),
  ],
};

/** An order to tell a story in: some messages twice, one after another or all at once. */
const order = fc.record({
  story: fc.constantFrom(...Object.keys(stories)),
  places: fc.array(fc.nat({ max: 9 }), { maxLength: 8 }),
  isAtOnce: fc.boolean(),
});

/** What a story leaves, with the intent's own id taken out of it. */
const leftBy = async (app: TestApp, intent: DonationIntentRow): Promise<ReversalBooks> =>
  JSON.parse(JSON.stringify(await reversalBooks(app.deps, intent.id)).replaceAll(intent.id, 'int')) as ReversalBooks;

/** Every message at least once, in an order that the places draw. */
function shuffled(messages: readonly Message[], places: readonly number[]): Message[] {
  const first = places.map((place) => messages[place % messages.length]!);
  return [...first, ...messages.filter((message) => !first.includes(message)).toReversed()];
}

const addUp = (accounts: ReversalBooks['accounts']): number =>
  Object.values(accounts).reduce((total, amountMinor) => total + amountMinor, 0);

forEachDatabase((engine) => {
  describe('messages about refunds and disputes', () => {
    let app: TestApp;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
    });
    afterAll(() => app.close());

    const tellInOrder = async (story: string): Promise<ReversalBooks> => {
      const intent = await openIntent(app);
      for (const message of stories[story]!(intent)) await deliver(app, message);
      return leftBy(app, intent);
    };

    test('told in any order, doubled, one by one or at once, end in the same books', async () => {
      const expected = new Map<string, ReversalBooks>();
      for (const story of Object.keys(stories)) expected.set(story, await tellInOrder(story));
      await fc.assert(
        fc.asyncProperty(order, async ({ story, places, isAtOnce }) => {
          const intent = await openIntent(app);
          const messages = shuffled(stories[story]!(intent), places);
          if (isAtOnce) await Promise.all(messages.map((message) => deliver(app, message)));
          else for (const message of messages) await deliver(app, message);
          const left = await leftBy(app, intent);
          expect(left).toEqual(expected.get(story));
          expect(addUp(left.accounts)).toBe(0);
        }),
        { numRuns: 40 },
      );
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
      const open = app.deps.db.read.selectFrom('quarantined_events').selectAll().where('resolved_at', 'is', null);
      expect(await open.execute()).toEqual([]);
    });
  });
});

describe('two servers over one PostgreSQL', () => {
  let first: TestApp;
  let second: TestApp;

  beforeAll(async () => {
    first = await startApp('postgres', { cards: stubCardsWithWebhook() });
    second = await startApp('postgres', { cards: stubCardsWithWebhook(), databaseUrl: first.deps.config.databaseUrl! });
  });
  afterAll(async () => {
    await second.close();
    await first.close();
  });

  test('the settlement at one and its refund at the other, at the same moment, end refunded', async () => {
    for (let round = 0; round < 25; round += 1) {
      const intent = await openIntent(first);
      const refund = refundMessage(intent, 'created', { id: `re_${intent.id}` });
      await Promise.all([deliver(first, paidWithPayment(intent)), deliver(second, refund)]);
      expect((await reversalBooks(first.deps, intent.id)).accounts).toEqual({
        'clearing:stripe': 0,
        'charity:6': 0,
        service_fee_income: 0,
      });
    }
    expect(await checkLedger(first.deps.db.read)).toEqual([]);
  });

  test('refunds that together are more than was paid take no more than was paid, whoever hears of them', async () => {
    for (let round = 0; round < 10; round += 1) {
      const intent = await openIntent(first);
      await deliver(first, paidWithPayment(intent));
      const refunds = [0, 1, 2, 3].map((index) =>
        refundMessage(intent, 'created', { id: `re_${index}_${intent.id}`, amountMinor: 300 }),
      );
      await Promise.all(refunds.map((refund, index) => deliver(index % 2 === 0 ? first : second, refund)));
      expect((await reversalBooks(first.deps, intent.id)).accounts['clearing:stripe']).toBe(224);
    }
    const aside = await first.deps.db.read.selectFrom('quarantined_events').select('event_id').execute();
    expect(aside).toHaveLength(30);
    expect(await checkLedger(first.deps.db.read)).toEqual([]);
  });
});
