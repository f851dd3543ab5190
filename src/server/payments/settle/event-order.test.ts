import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foldPaymentStatus } from '#domain/payment/payment-state.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import {
  deliver,
  openIntent,
  paidMessage,
  readIntent,
  stubCardsWithWebhook,
} from '#test/support/payments/open-intent.ts';
import { startTwoApps, type TwoApps } from '#test/races/two-apps.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';

const messages = {
  processing: { type: 'checkout.session.completed', session: { payment_status: 'unpaid' } },
  settled: { type: 'checkout.session.async_payment_succeeded', session: {} },
  failed: { type: 'checkout.session.async_payment_failed', session: { payment_status: 'unpaid' } },
  expired: { type: 'checkout.session.expired', session: { payment_status: 'unpaid', status: 'expired' } },
} as const;

type Kind = keyof typeof messages;
const kinds = Object.keys(messages) as Kind[];

/** Facts in an order of delivery, some repeated, one after another or all at once. */
const delivery = fc.record({
  facts: fc.uniqueArray(fc.constantFrom(...kinds), { minLength: 1 }),
  repetitions: fc.array(fc.nat({ max: 3 }), { maxLength: 4 }),
  isAtOnce: fc.boolean(),
});

forEachDatabase((engine) => {
  describe('facts about a payment', () => {
    let app: TestApp;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
    });
    afterAll(() => app.close());

    const donationsOf = (intentId: string) =>
      app.deps.db.read.selectFrom('donations').selectAll().where('intent_id', '=', intentId).execute();

    test('delivered in any order, repeated, one by one or at once, give the same rows', async () => {
      await fc.assert(
        fc.asyncProperty(delivery, async ({ facts, repetitions, isAtOnce }) => {
          const intent = await openIntent(app);
          const delivered = [...facts, ...repetitions.map((index) => facts[index % facts.length]!)];
          const send = (kind: Kind) => {
            const { type, session } = messages[kind];
            return deliver(app, paidMessage(intent, { event: { id: `evt_${kind}_${intent.id}`, type }, session }));
          };
          const statuses: number[] = [];
          if (isAtOnce) statuses.push(...(await Promise.all(delivered.map(send))).map(({ statusCode }) => statusCode));
          else for (const kind of delivered) statuses.push((await send(kind)).statusCode);

          const status = foldPaymentStatus(facts.map((kind) => ({ kind })));
          expect(new Set(statuses)).toEqual(new Set([200]));
          expect(await readIntent(app, intent.id)).toMatchObject({ status });
          expect(await donationsOf(intent.id)).toHaveLength(status === 'settled' ? 1 : 0);
          const events = app.deps.db.read.selectFrom('payment_events').selectAll().where('intent_id', '=', intent.id);
          expect(await events.execute()).toHaveLength(facts.length);
        }),
        { numRuns: 40 },
      );
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
    });
  });
});

describe('two servers over one PostgreSQL', () => {
  let apps: TwoApps;

  beforeAll(async () => {
    apps = await startTwoApps();
  });
  afterAll(() => apps.close());

  test('one message, delivered to both eight times at once, is one donation', async () => {
    for (let round = 0; round < 10; round += 1) {
      const intent = await openIntent(apps.first);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          deliver(index % 2 === 0 ? apps.first : apps.second, paidMessage(intent)),
        ),
      );
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    }
    const donations = await apps.first.deps.db.read.selectFrom('donations').select('id').execute();
    const receipts = await apps.first.deps.db.read.selectFrom('outbox').select('id').execute();
    expect([donations.length, receipts.length]).toEqual([10, 10]);
    expect(await checkLedger(apps.first.deps.db.read)).toEqual([]);
  });

  test('all facts of a payment, delivered to both at once, settle with one donation', async () => {
    for (let round = 0; round < 10; round += 1) {
      const intent = await openIntent(apps.first);
      const delivered = kinds.flatMap((kind) => [
        { app: apps.first, kind },
        { app: apps.second, kind },
      ]);
      await Promise.all(
        delivered.map(({ app, kind }) => {
          const { type, session } = messages[kind];
          return deliver(app, paidMessage(intent, { event: { id: `evt_${kind}_${intent.id}`, type }, session }));
        }),
      );
      expect(await readIntent(apps.second, intent.id)).toMatchObject({ status: 'settled' });
    }
    expect(await checkLedger(apps.first.deps.db.read)).toEqual([]);
  });
});
