import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foldPaymentStatus, type PaymentStatus } from '#domain/payment/payment-state.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import {
  deliver,
  openIntent,
  paidMessage,
  readIntent,
  stubCardsWithWebhook,
} from '#test/support/payments/open-intent.ts';
import { sessionIdOf } from '#test/support/payments/stub-cards.ts';
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

/** A fact about the session that the intent stores, or about a superseded one. */
interface SessionFact {
  readonly kind: Kind;
  readonly isSuperseded: boolean;
}

const everyFact: SessionFact[] = kinds.flatMap((kind) => [
  { kind, isSuperseded: false },
  { kind, isSuperseded: true },
]);

/** Facts in an order of delivery, some repeated, one after another or all at the same time. */
const deliveryOf = (facts: readonly SessionFact[]) =>
  fc.record({
    facts: fc.oneof(
      fc.uniqueArray(fc.constantFrom(...facts), { minLength: 1 }),
      fc.uniqueArray(fc.constantFrom(...facts.filter(({ kind }) => kind !== 'settled')), {
        minLength: 1,
        maxLength: 3,
      }),
    ),
    repetitions: fc.array(fc.nat({ max: 3 }), { maxLength: 4 }),
    isAtOnce: fc.boolean(),
  });
const delivery = deliveryOf(everyFact.filter(({ isSuperseded }) => !isSuperseded));
const deliveryOfTwoSessions = deliveryOf(everyFact);

forEachDatabase((engine) => {
  describe('facts about a payment', () => {
    let app: TestApp;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
    });
    afterAll(() => app.close());

    const send = (intent: DonationIntentRow, { kind, isSuperseded }: SessionFact) => {
      const { type, session } = messages[kind];
      const sessionId = isSuperseded ? supersededIdOf(intent) : sessionIdOf(intent.id);
      const event = { id: `evt_${kind}_${sessionId}`, type };
      return deliver(app, paidMessage(intent, { event, session: { ...session, id: sessionId } }));
    };
    const supersededIdOf = ({ id }: DonationIntentRow): string => `cs_test_superseded_${id}`;

    /** Delivers the facts, and returns the statuses of the responses. */
    const deliverAll = async (
      intent: DonationIntentRow,
      { facts, repetitions, isAtOnce }: { facts: SessionFact[]; repetitions: number[]; isAtOnce: boolean },
    ): Promise<Set<number>> => {
      const delivered = [...facts, ...repetitions.map((index) => facts[index % facts.length]!)];
      const statuses = new Set<number>();
      if (isAtOnce) {
        const responses = await Promise.all(delivered.map((fact) => send(intent, fact)));
        for (const { statusCode } of responses) statuses.add(statusCode);
      } else for (const fact of delivered) statuses.add((await send(intent, fact)).statusCode);
      return statuses;
    };

    const donationsOf = (intentId: string) =>
      app.deps.db.read.selectFrom('donations').selectAll().where('intent_id', '=', intentId).execute();

    test('delivered in any order, repeated, one by one or at the same time, give the folded status and at most one donation', async () => {
      await fc.assert(
        fc.asyncProperty(delivery, async (given) => {
          const intent = await openIntent(app);
          expect(await deliverAll(intent, given)).toEqual(new Set([200]));
          const status = foldPaymentStatus(given.facts);
          expect(await readIntent(app, intent.id)).toMatchObject({ status });
          expect(await donationsOf(intent.id)).toHaveLength(status === 'settled' ? 1 : 0);
          const events = app.deps.db.read.selectFrom('payment_events').selectAll().where('intent_id', '=', intent.id);
          expect(await events.execute()).toHaveLength(given.facts.length);
        }),
        { numRuns: 40 },
      );
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
    });

    test('through two sessions, in any order, are one donation, and every further payment is quarantined', async () => {
      await fc.assert(
        fc.asyncProperty(deliveryOfTwoSessions, async (given) => {
          const intent = await openIntent(app);
          expect(await deliverAll(intent, given)).toEqual(new Set([200]));
          const sessions = [sessionIdOf(intent.id), supersededIdOf(intent)];
          const statuses = [false, true].map((isSuperseded) =>
            foldPaymentStatus(given.facts.filter((fact) => fact.isSuperseded === isSuperseded)),
          );
          const { status, provider_session_id: counted } = await readIntent(app, intent.id);
          expect(status).toBe(statuses[sessions.indexOf(counted ?? '')]);
          const isAny = (wanted: PaymentStatus) => statuses.includes(wanted);
          if (isAny('settled')) expect(status).toBe('settled');
          else if (isAny('processing')) expect(status).toBe('processing');
          expect(await donationsOf(intent.id)).toHaveLength(status === 'settled' ? 1 : 0);
          const second = await app.deps.db.read
            .selectFrom('quarantined_events')
            .select('reason')
            .where('detail', 'like', `%${intent.id}%`)
            .execute();
          expect(second).toEqual(statuses.every((one) => one === 'settled') ? [{ reason: 'other_session' }] : []);
        }),
        { numRuns: 100 },
      );
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
    });
  });
});

describe('two servers on one PostgreSQL', () => {
  let apps: TwoApps;

  beforeAll(async () => {
    apps = await startTwoApps();
  });
  afterAll(() => apps.close());

  test('one message, delivered four times to each at the same time, is one donation', async () => {
    for (let round = 0; round < 10; round += 1) {
      const intent = await openIntent(apps.first);
      const responses = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          deliver(index % 2 === 0 ? apps.first : apps.second, paidMessage(intent)),
        ),
      );
      expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    }
    const donations = await apps.first.deps.db.read.selectFrom('donations').select('id').execute();
    const receipts = await apps.first.deps.db.read.selectFrom('outbox').select('id').execute();
    expect([donations.length, receipts.length]).toEqual([10, 10]);
    expect(await checkLedger(apps.first.deps.db.read)).toEqual([]);
  });

  test('all facts of a payment, delivered to both at the same time, settle it', async () => {
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
