import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { deliver, openIntent, paidMessage, readIntent, stubCardsWithWebhook } from '#test/support/open-intent.ts';
import { startApp, type TestApp } from '#test/support/start-app.ts';
import { countRows, type RowCounts } from '#test/support/table-rows.ts';

type Changes = { event?: Record<string, unknown>; session?: Record<string, unknown> };

const mismatches: readonly [what: string, reason: string, changes: Changes][] = [
  ['a cent less', 'other_amount', { session: { amount_total: 523 } }],
  ['a cent more', 'other_amount', { session: { amount_total: 525 } }],
  ['nothing', 'other_amount', { session: { amount_total: 0 } }],
  ['a negative amount', 'other_amount', { session: { amount_total: -524 } }],
  ['another currency', 'other_currency', { session: { currency: 'usd' } }],
  ['a currency without cents', 'other_currency', { session: { currency: 'jpy', amount_total: 524 } }],
  ['a currency that nobody knows', 'other_currency', { session: { currency: 'xyz' } }],
  ['no currency', 'other_currency', { session: { currency: null } }],
  ['no amount', 'other_currency', { session: { amount_total: null } }],
  [
    'an intent that nobody knows',
    'unknown_session',
    { session: { metadata: { intent_id: 'int_00000000000000000000000000' } } },
  ],
  ['an intent that is no id', 'unknown_session', { session: { metadata: { intent_id: "' or 1=1 --" } } }],
  [
    'a session that nobody knows, and no intent',
    'unknown_session',
    { session: { id: 'cs_test_unknown', metadata: {} } },
  ],
  ['no metadata and an unknown session', 'unknown_session', { session: { id: 'cs_test_unknown', metadata: null } }],
  ['another session for a known intent', 'other_session', { session: { id: 'cs_test_other' } }],
  ['live money in test mode', 'other_mode', { event: { livemode: true } }],
  ['another account', 'other_account', { event: { account: 'acct_1Nv0FGQ9RKHgCVdK' } }],
  [
    'another account, with the right money',
    'other_account',
    { event: { account: 'acct_1Nv0FGQ9RKHgCVdK', livemode: true } },
  ],
];

forEachDatabase((engine) => {
  describe('a genuine message that says paid', () => {
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

    const putAside = (eventId: string) =>
      app.deps.db.read.selectFrom('quarantined_events').selectAll().where('event_id', '=', eventId).execute();

    test.each(mismatches)(
      'with %s is put aside as %s, with an alarm, and is no donation',
      async (_what, reason, changes) => {
        const eventId = `evt_${intent.id}`;
        const answer = await deliver(app, paidMessage(intent, changes));
        expect({ status: answer.statusCode, body: answer.json() }).toEqual({ status: 200, body: { received: true } });
        expect(await putAside(eventId)).toMatchObject([
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

    test('and is put aside keeps all that it said, for a person', async () => {
      await deliver(app, paidMessage(intent, { session: { amount_total: 523 } }));
      const [kept] = await putAside(`evt_${intent.id}`);
      expect(JSON.parse(kept!.detail)).toMatchObject({
        intentId: intent.id,
        sessionId: intent.provider_session_id,
        fact: { kind: 'settled', collected: { amountMinor: 523, currency: 'CAD' } },
      });
    });

    test('and is told twice is put aside once', async () => {
      const message = paidMessage(intent, { session: { amount_total: 523 } });
      await deliver(app, message);
      await deliver(app, message);
      expect(await putAside(`evt_${intent.id}`)).toHaveLength(1);
    });

    test('falsely does not keep the true one from settling', async () => {
      await deliver(
        app,
        paidMessage(intent, { event: { id: `evt_false_${intent.id}` }, session: { amount_total: 1 } }),
      );
      await deliver(app, paidMessage(intent));
      expect(await readIntent(app, intent.id)).toMatchObject({ status: 'settled' });
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
    });

    test('again, otherwise, after the gift was settled is put aside and changes nothing', async () => {
      await deliver(app, paidMessage(intent));
      const settled = await readIntent(app, intent.id);
      await deliver(
        app,
        paidMessage(intent, { event: { id: `evt_late_${intent.id}` }, session: { amount_total: 600 } }),
      );
      expect(await putAside(`evt_late_${intent.id}`)).toMatchObject([{ reason: 'other_amount' }]);
      expect(await readIntent(app, intent.id)).toEqual(settled);
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
    });
  });
});
