import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { deliver, deliverAll, openIntent, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { reversalRecords, type ReversalRecords } from '#test/support/payments/reversal-records.ts';
import { disputeMessage, paidWithPayment, refundMessage } from '#test/support/payments/reversal-messages.ts';
import { startTwoApps, type TwoApps } from '#test/races/two-apps.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';

type Message = Record<string, unknown>;

/** Messages about a payment with refunds and disputes. Their amounts fit the charge, whatever the outcome. */
const scenarios: Readonly<Record<string, (intent: DonationIntentRow) => Message[]>> = {
  'three refunds, the second of which fails': (intent) => [
    paidWithPayment(intent),
    refundMessage(intent, 'created', { id: `re_a_${intent.id}`, amountMinor: 175 }),
    refundMessage(intent, 'created', { id: `re_b_${intent.id}`, amountMinor: 101 }),
    refundMessage(intent, 'failed', { id: `re_b_${intent.id}`, amountMinor: 101, status: 'failed' }),
    refundMessage(intent, 'created', { id: `re_c_${intent.id}`, amountMinor: 13 }),
  ],
  'a full refund that fails, and a second full refund': (intent) => [
    paidWithPayment(intent),
    refundMessage(intent, 'created', { id: `re_a_${intent.id}` }),
    refundMessage(intent, 'failed', { id: `re_a_${intent.id}`, status: 'failed' }),
    refundMessage(intent, 'created', { id: `re_b_${intent.id}` }),
  ],
  'a partial refund, and a lost dispute of the rest': (intent) => [
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

/** An order of delivery: some messages twice, one after another or all at the same time. */
const order = fc.record({
  scenario: fc.constantFrom(...Object.keys(scenarios)),
  firstIndexes: fc.array(fc.nat({ max: 9 }), { maxLength: 8 }),
  isAtOnce: fc.boolean(),
});

/** Reads the rows that result from the messages, with the intent's id replaced. */
const rowsAfter = async (app: TestApp, intent: DonationIntentRow): Promise<ReversalRecords> =>
  JSON.parse(
    JSON.stringify(await reversalRecords(app.deps, intent.id)).replaceAll(intent.id, 'int'),
  ) as ReversalRecords;

/** Returns every message at least once: first those at `firstIndexes`, then the others in reverse order. */
function shuffled(messages: readonly Message[], firstIndexes: readonly number[]): Message[] {
  const first = firstIndexes.map((index) => messages[index % messages.length]!);
  return [...first, ...messages.filter((message) => !first.includes(message)).toReversed()];
}

const sumOf = (accounts: ReversalRecords['accounts']): number =>
  Object.values(accounts).reduce((total, amountMinor) => total + amountMinor, 0);

forEachDatabase((engine) => {
  describe('messages about refunds and disputes', () => {
    let app: TestApp;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
    });
    afterAll(() => app.close());

    const deliverInOrder = async (scenario: string): Promise<ReversalRecords> => {
      const intent = await openIntent(app);
      for (const message of scenarios[scenario]!(intent)) await deliver(app, message);
      return rowsAfter(app, intent);
    };

    test('delivered in any order, repeated, one by one or at the same time, lead to the same ledger', async () => {
      const expected = new Map<string, ReversalRecords>();
      for (const scenario of Object.keys(scenarios)) expected.set(scenario, await deliverInOrder(scenario));
      await fc.assert(
        fc.asyncProperty(order, async ({ scenario, firstIndexes, isAtOnce }) => {
          const intent = await openIntent(app);
          const messages = shuffled(scenarios[scenario]!(intent), firstIndexes);
          await deliverAll(app, messages, isAtOnce);
          const rows = await rowsAfter(app, intent);
          expect(rows).toEqual(expected.get(scenario));
          expect(sumOf(rows.accounts)).toBe(0);
        }),
        { numRuns: 40 },
      );
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
      const open = app.deps.db.read.selectFrom('quarantined_events').selectAll().where('resolved_at', 'is', null);
      expect(await open.execute()).toEqual([]);
    });
  });
});

describe('two servers on one PostgreSQL', () => {
  let apps: TwoApps;

  beforeAll(async () => {
    apps = await startTwoApps();
  });
  afterAll(() => apps.close());

  test('a settlement on one and its refund on the other at the same time leave nothing on the accounts', async () => {
    for (let round = 0; round < 25; round += 1) {
      const intent = await openIntent(apps.first);
      const refund = refundMessage(intent, 'created', { id: `re_${intent.id}` });
      await Promise.all([deliver(apps.first, paidWithPayment(intent)), deliver(apps.second, refund)]);
      expect((await reversalRecords(apps.first.deps, intent.id)).accounts).toEqual({
        'clearing:stripe': 0,
        'charity:6': 0,
        service_fee_income: 0,
      });
    }
    expect(await checkLedger(apps.first.deps.db.read)).toEqual([]);
  });

  test('concurrent refunds that exceed the payment together reverse no more than was paid', async () => {
    for (let round = 0; round < 10; round += 1) {
      const intent = await openIntent(apps.first);
      await deliver(apps.first, paidWithPayment(intent));
      const refunds = [0, 1, 2, 3].map((index) =>
        refundMessage(intent, 'created', { id: `re_${index}_${intent.id}`, amountMinor: 300 }),
      );
      await Promise.all(refunds.map((refund, index) => deliver(index % 2 === 0 ? apps.first : apps.second, refund)));
      expect((await reversalRecords(apps.first.deps, intent.id)).accounts['clearing:stripe']).toBe(224);
    }
    const quarantined = await apps.first.deps.db.read.selectFrom('quarantined_events').select('event_id').execute();
    expect(quarantined).toHaveLength(30);
    expect(await checkLedger(apps.first.deps.db.read)).toEqual([]);
  });
});
