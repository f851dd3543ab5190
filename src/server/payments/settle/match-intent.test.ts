import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import {
  deliver,
  openIntent,
  paidMessage,
  readIntent,
  stubCardsWithWebhook,
} from '#test/support/payments/open-intent.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { countRows, type RowCounts } from '#test/support/app/row-counts.ts';

type Changes = { event?: Record<string, unknown>; session?: Record<string, unknown> };

const mismatches: readonly [what: string, reason: string, changes: Changes][] = [
  ['a cent less', 'other_amount', { session: { amount_total: 523 } }],
  ['a cent more', 'other_amount', { session: { amount_total: 525 } }],
  ['nothing', 'other_amount', { session: { amount_total: 0 } }],
  ['a negative amount', 'other_amount', { session: { amount_total: -524 } }],
  ['another currency', 'other_currency', { session: { currency: 'usd' } }],
  ['a currency without cents', 'other_currency', { session: { currency: 'jpy', amount_total: 524 } }],
  ['an unknown currency', 'other_currency', { session: { currency: 'xyz' } }],
  ['no currency', 'other_currency', { session: { currency: null } }],
  ['no amount', 'other_currency', { session: { amount_total: null } }],
  ['an unknown intent', 'unknown_session', { session: { metadata: { intent_id: 'int_00000000000000000000000000' } } }],
  ['an intent that is not an id', 'unknown_session', { session: { metadata: { intent_id: "' or 1=1 --" } } }],
  ['an unknown session and no intent', 'unknown_session', { session: { id: 'cs_test_unknown', metadata: {} } }],
  ['an unknown session and no metadata', 'unknown_session', { session: { id: 'cs_test_unknown', metadata: null } }],
  ['live money in test mode', 'other_mode', { event: { livemode: true } }],
  ['another account', 'other_account', { event: { account: 'acct_1Nv0FGQ9RKHgCVdK' } }],
  ['another account and live money', 'other_account', { event: { account: 'acct_1Nv0FGQ9RKHgCVdK', livemode: true } }],
];

const forgeries = [
  { wrong: 'other_amount', event: { changes: { amount_total: 100, payment_status: 'paid', status: 'complete' } } },
  { wrong: 'other_amount', event: { changes: { amount_total: 525, payment_status: 'paid', status: 'complete' } } },
  { wrong: 'other_currency', event: { changes: { currency: 'usd', payment_status: 'paid', status: 'complete' } } },
  { wrong: 'other_currency', event: { changes: { currency: 'xyz', payment_status: 'paid', status: 'complete' } } },
  { wrong: 'other_mode', event: { livemode: true, changes: { payment_status: 'paid', status: 'complete' } } },
  { wrong: 'other_account', event: { account: 'acct_other', changes: { payment_status: 'paid', status: 'complete' } } },
  {
    wrong: 'invalid_record',
    event: {
      changes: {
        id: 'cs_test_unknown',
        metadata: { intent_id: 'int_unknown' },
        payment_status: 'paid',
        status: 'complete',
      },
    },
  },
] as const;

forEachDatabase((engine) => {
  describe('a genuine message about a paid session', () => {
    let app: TestApp;
    let intent: DonationIntentRow;
    let before: RowCounts;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
    });
    afterAll(() => app.close());
    beforeEach(async () => {
      intent = await openIntent(app);
      before = await countRows(app.deps.db.read);
      app.logged.length = 0;
    });

    const quarantined = (eventId: string) =>
      app.deps.db.read.selectFrom('quarantined_events').selectAll().where('event_id', '=', eventId).execute();

    test.each(mismatches)(
      'with %s is quarantined as %s, logged as an error, and never becomes a donation',
      async (_what, reason, changes) => {
        const eventId = `evt_${intent.id}`;
        const response = await deliver(app, paidMessage(intent, changes));
        expect({ status: response.statusCode, body: response.json() }).toEqual({
          status: 200,
          body: { received: true },
        });
        expect(await quarantined(eventId)).toMatchObject([
          { provider: 'stripe', event_id: eventId, reason, resolved_at: null },
        ]);
        expect(await countRows(app.deps.db.read)).toEqual({
          ...before,
          payment_events: before.payment_events + 1,
          quarantined_events: before.quarantined_events + 1,
        });
        expect(await readIntent(app, intent.id)).toEqual(intent);
        expect(app.logged).toContainEqual(expect.objectContaining({ level: 50, eventId, reason, kind: 'settled' }));
        expect(await app.deps.metrics.registry.getSingleMetricAsString('payment_events_total')).toContain(
          'outcome="quarantined"',
        );
        expect(await checkLedger(app.deps.db.read)).toEqual([]);
      },
    );

    test('with a wrong amount is quarantined with its content', async () => {
      await deliver(app, paidMessage(intent, { session: { amount_total: 523 } }));
      const [entry] = await quarantined(`evt_${intent.id}`);
      expect(JSON.parse(entry!.detail)).toMatchObject({
        intentId: intent.id,
        sessionId: intent.provider_session_id,
        fact: { kind: 'settled', collected: { amountMinor: 523, currency: 'CAD' } },
      });
    });

    test('with a wrong amount that is delivered twice is quarantined once', async () => {
      const message = paidMessage(intent, { session: { amount_total: 523 } });
      await deliver(app, message);
      await deliver(app, message);
      expect(await quarantined(`evt_${intent.id}`)).toHaveLength(1);
    });

    test('with a wrong amount does not block the correct message', async () => {
      await deliver(
        app,
        paidMessage(intent, { event: { id: `evt_false_${intent.id}` }, session: { amount_total: 1 } }),
      );
      await deliver(app, paidMessage(intent));
      expect(await readIntent(app, intent.id)).toMatchObject({ status: 'settled' });
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
    });

    test('with another amount after the settlement is quarantined and changes nothing', async () => {
      await deliver(app, paidMessage(intent));
      const settled = await readIntent(app, intent.id);
      await deliver(
        app,
        paidMessage(intent, { event: { id: `evt_late_${intent.id}` }, session: { amount_total: 600 } }),
      );
      expect(await quarantined(`evt_late_${intent.id}`)).toMatchObject([{ reason: 'other_amount' }]);
      expect(await readIntent(app, intent.id)).toEqual(settled);
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
    });
  });

  describe('a genuine webhook with wrong content', () => {
    let world: AppWithSandbox;
    const read = () => world.app.deps.db.read;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(async () => {
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    test.each(forgeries)(
      'is accepted and quarantined as $wrong, logged as an error, and never becomes a donation',
      async ({ wrong, event }) => {
        const { sessionId } = await world.openCheckout();
        const { eventId } = await world.control.forgeEvent({ checkoutSessionId: sessionId, ...event });
        expect(await world.control.deliverWebhooks(), 'no redelivery needed').toEqual([]);
        const [entry, ...others] = await read().selectFrom('quarantined_events').selectAll().execute();
        expect([entry?.event_id, entry?.reason, others]).toEqual([eventId, wrong, []]);
        expect(await read().selectFrom('donations').selectAll().execute()).toEqual([]);
        expect(world.app.logged).toContainEqual(expect.objectContaining({ level: 50, reason: wrong, eventId }));
      },
    );

    test('does not keep its intent from settling later', async () => {
      const { sessionId } = await world.openCheckout();
      await world.control.forgeEvent({
        checkoutSessionId: sessionId,
        changes: { amount_total: 1, payment_status: 'paid' },
      });
      await world.control.deliverWebhooks();
      await world.control.submitPayment(sessionId);
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await read().selectFrom('donations').selectAll().execute()).toHaveLength(1);
    });
  });
});
