import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import type { PaymentEvent, PaymentFact } from '#domain/payment/payment-event.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { openIntent } from '#test/support/payments/open-intent.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/app/start-app.ts';
import { sessionIdOf, stubCards, type StubCards } from '#test/support/payments/stub-cards.ts';
import { countRows, noRows } from '#test/support/app/row-counts.ts';

const unknownIds = [
  'don_00000000000000000000000000',
  'don_1',
  'int_00000000000000000000000000',
  'x',
  "'",
  '%00',
  'é',
  'a'.repeat(99),
  'a'.repeat(5000),
];

forEachDatabase((engine) => {
  describe('POST /api/donations/:id/confirm', () => {
    let cards: StubCards;
    let app: TestApp;
    let intent: DonationIntentRow;
    let fetched: string[];

    beforeEach(async () => {
      cards = stubCards();
      fetched = [];
      respond(undefined);
      app = await startApp(engine, { cards });
      intent = await openIntent(app);
    });
    afterEach(async () => {
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
      await app.close();
    });

    const confirm = (id: string) =>
      app.server.inject({ method: 'POST', url: `/api/donations/${id}/confirm`, headers: { origin: ownOrigin } });
    const respond = (fact: PaymentFact | undefined): void => {
      cards.respondToFetch = (sessionId) => {
        fetched.push(sessionId);
        return { code: 'fetched', event: fact && asEvent(intent, fact) };
      };
    };
    const paid: PaymentFact = { kind: 'settled', collected: money(524, 'CAD') };

    test('each call fetches the session once while the payment is open', async () => {
      expect((await confirm(intent.donation_id)).json()).toEqual({ status: 'pending' });
      expect((await confirm(intent.donation_id)).json()).toEqual({ status: 'pending' });
      expect(fetched).toEqual([sessionIdOf(intent.id), sessionIdOf(intent.id)]);
    });

    test('a paid session settles the payment, and its receipt can be read', async () => {
      respond(paid);
      expect((await confirm(intent.donation_id)).json()).toEqual({ status: 'settled' });
      const receipt = await app.server.inject({ url: `/api/donations/${intent.donation_id}/receipt` });
      expect(receipt.json()).toMatchObject({ id: intent.donation_id, status: 'settled', amount: 3.5 });
    });

    test('a settled payment is never fetched again', async () => {
      respond(paid);
      await confirm(intent.donation_id);
      expect((await confirm(intent.donation_id)).json()).toEqual({ status: 'settled' });
      expect(fetched).toHaveLength(1);
    });

    test('eight concurrent calls settle once', async () => {
      respond(paid);
      const responses = await Promise.all(Array.from({ length: 8 }, () => confirm(intent.donation_id)));
      expect(new Set(responses.map(({ body }) => body))).toEqual(new Set(['{"status":"settled"}']));
      expect((await countRows(app.deps.db.read)).donations).toBe(1);
    });

    test.each([
      ['processing', true],
      ['failed', false],
      ['expired', false],
    ] as const)('the status is %s when the provider reports it', async (kind, isFetchedAgain) => {
      respond({ kind });
      expect((await confirm(intent.donation_id)).json()).toEqual({ status: kind });
      expect((await confirm(intent.donation_id)).json()).toEqual({ status: kind });
      expect(fetched).toHaveLength(isFetchedAgain ? 2 : 1);
      expect((await countRows(app.deps.db.read)).donations).toBe(0);
    });

    test('the payment stays pending while the provider is unavailable, and only the log reports it', async () => {
      cards.respondToFetch = () => ({ code: 'unavailable', detail: 'connection refused' });
      const { statusCode, body } = await confirm(intent.donation_id);
      expect({ statusCode, body }).toEqual({ statusCode: 200, body: '{"status":"pending"}' });
      expect(app.logged).toContainEqual(expect.objectContaining({ level: 40, detail: 'connection refused' }));
    });

    test('another amount leaves the payment pending and is quarantined', async () => {
      respond({ kind: 'settled', collected: money(100, 'CAD') });
      expect((await confirm(intent.donation_id)).json()).toEqual({ status: 'pending' });
      expect(await countRows(app.deps.db.read)).toEqual({
        ...noRows,
        donation_intents: 1,
        payment_events: 1,
        quarantined_events: 1,
      });
    });

    test('a checkout that was never opened is not fetched', async () => {
      await app.deps.db.write.updateTable('donation_intents').set({ provider_session_id: null }).execute();
      expect((await confirm(intent.donation_id)).json()).toEqual({ status: 'pending' });
      expect(fetched).toEqual([]);
    });

    test('every unknown id gets the same response, and nothing is fetched', async () => {
      const bodies = new Set<string>();
      for (const id of unknownIds) {
        const refused = await confirm(encodeURIComponent(id));
        expect({ id, status: refused.statusCode }).toEqual({ id, status: 404 });
        bodies.add(refused.body);
      }
      expect([...bodies]).toEqual([
        '{"code":"donation_not_found","error":"This payment is not confirmed.","message":"This payment is not confirmed."}',
      ]);
      expect(fetched).toEqual([]);
    });
  });
});

const asEvent = (intent: DonationIntentRow, fact: PaymentFact): PaymentEvent => ({
  provider: 'stripe',
  eventId: `asked:${sessionIdOf(intent.id)}:${fact.kind}`,
  occurredAt: new Date('2026-03-04T12:00:30.000Z'),
  isLive: false,
  sessionId: sessionIdOf(intent.id),
  account: undefined,
  paymentId: undefined,
  intentId: intent.id,
  fact,
});
