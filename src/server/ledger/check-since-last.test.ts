import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { post } from '#test/support/accounting/random-ledger.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { verifyLedger } from '#test/support/app/ledger-faults.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { deliver, openIntent, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { paidWithPayment } from '#test/support/payments/reversal-messages.ts';
import { checkLedger } from './check-ledger.ts';
import { checkSinceLast } from './check-since-last.ts';

forEachDatabase((engine) => {
  describe('the ledger check of new entries', () => {
    let app: TestApp;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      await donate();
    });
    afterEach(() => app.close());

    async function donate(): Promise<string> {
      const intent = await openIntent(app);
      await deliver(app, paidWithPayment(intent));
      return intent.id;
    }
    const check = () => checkSinceLast(app.deps.db, app.clock.now());
    const rules = (findings: readonly { readonly rule: string }[]) => [...new Set(findings.map(({ rule }) => rule))];
    const misstate = (intentId: string) =>
      app.deps.db.write.updateTable('donations').set({ meals: 99 }).where('intent_id', '=', intentId).execute();
    const misstated = 'a donation equals what its intent froze';

    test('reads everything the first time, and later what was posted since the last finished hour', async () => {
      expect(await check()).toEqual({ since: undefined, lastVerifiedAt: undefined, findings: [] });
      await verifyLedger(app); // at 15:00
      app.clock.advance(60_000);
      expect(await check()).toEqual({
        since: '2026-03-04T14:00:00.000Z',
        lastVerifiedAt: '2026-03-04T15:00:00.000Z',
        findings: [],
      });
    });

    test('reads everything while no hour is finished, however often it is called', async () => {
      await check();
      await misstate(await donate());
      expect(rules((await check()).findings)).toEqual([misstated]);
    });

    test('begins at the same instant again while it finds something', async () => {
      await verifyLedger(app);
      const { since } = await check();
      await misstate(await donate());
      app.clock.advance(5 * 60 * 60 * 1000);
      for (const _time of [1, 2]) {
        const { findings, ...read } = await check();
        expect({ ...read, rules: rules(findings) }).toMatchObject({ since, rules: [misstated] });
      }
    });

    test('does not read verified entries again, unlike the check of the whole ledger', async () => {
      const { id } = await app.deps.db.read.selectFrom('donation_intents').select('id').executeTakeFirstOrThrow();
      await verifyLedger(app);
      app.clock.advance(3 * 24 * 60 * 60 * 1000);
      await verifyLedger(app);
      await misstate(id);
      await donate();
      expect((await check()).findings).toEqual([]);
      expect(rules(await checkLedger(app.deps.db.read))).toEqual([misstated]);
    });

    test('finds a donation without a posting, an event or a receipt', async () => {
      await verifyLedger(app);
      const intent = await openIntent(app);
      await deliver(app, paidWithPayment(intent));
      const posted = app.deps.db.read.selectFrom('ledger_transactions').select('id').where('intent_id', '=', intent.id);
      await app.deps.db.write.deleteFrom('ledger_entries').where('transaction_id', 'in', posted).execute();
      await app.deps.db.write.deleteFrom('ledger_transactions').where('intent_id', '=', intent.id).execute();
      await app.deps.db.write.deleteFrom('payment_events').where('intent_id', '=', intent.id).execute();
      await app.deps.db.write.deleteFrom('outbox').where('dedupe_key', '=', `receipt:${intent.donation_id}`).execute();
      expect(rules((await check()).findings).toSorted()).toEqual([
        'a donation has its receipt in the outbox',
        'a donation is posted exactly as it was frozen',
        'a donation was paid in full, as the provider reported',
      ]);
    });

    test('reads an entry from a process whose clock is behind', async () => {
      await verifyLedger(app);
      app.clock.advance(-2 * 24 * 60 * 60 * 1000);
      await post(app.deps, { from: 'charity:6', to: 'bank', amountMinor: 500, currency: 'CAD' });
      expect(rules((await check()).findings)).toEqual([
        'a charity’s account has only donations, their reversals, and payouts',
      ]);
    });
  });
});

/** Tables with few rows per day, charity or month, and the tables of the check itself. */
const small =
  /^SCAN (ledger_progress|daily_\w+|hourly_movements|closed_months|closed|closing|payouts|payout_batches|payout_returns|returned|batch|one|payout|provider_payouts|provider_movements|movement|restores|written|changed|payment)\b/;

test('the check of new entries scans no table that grows with donations', async () => {
  const app = await startApp('sqlite', { cards: stubCardsWithWebhook() });
  await verifyLedger(app);
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');
  await checkSinceLast(app.deps.db, app.clock.now());
  const statements = prepared.mock.calls.map(([statement]) => statement).filter((one) => /^\s*select/i.test(one));
  prepared.mockRestore();
  const db = new DatabaseSync(`${app.deps.config.dataDir}/kindbite.db`, { readOnly: true });
  const scans = statements.flatMap((statement) =>
    (db.prepare(`explain query plan ${statement}`).all() as { detail: string }[])
      .map(({ detail }) => detail)
      .filter((detail) => detail.startsWith('SCAN') && !small.test(detail))
      .map((detail) => `${detail}: ${statement}`),
  );
  db.close();
  await app.close();
  expect(statements.length).toBeGreaterThan(25);
  expect(scans).toEqual([]);
});
