import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { checkoutBody, coffeeColumns } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import {
  deliver,
  openIntent,
  paidMessage,
  readIntent,
  stubCardsWithWebhook,
} from '#test/support/payments/open-intent.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { sessionIdOf } from '#test/support/payments/stub-cards.ts';
import { countRows, noRows } from '#test/support/app/row-counts.ts';

const settledRows = {
  ...noRows,
  donation_intents: 1,
  payment_events: 1,
  donations: 1,
  ledger_transactions: 1,
  ledger_entries: 3,
  outbox: 1,
};

forEachDatabase((engine) => {
  let app: TestApp;
  let intent: DonationIntentRow;

  beforeEach(async () => {
    app = await startApp(engine, { cards: stubCardsWithWebhook() });
    intent = await openIntent(app);
  });
  afterEach(async () => {
    expect(await checkLedger(app.deps.db.read)).toEqual([]);
    await app.close();
  });

  describe('a paid checkout', () => {
    const rows = (table: 'donations' | 'ledger_transactions' | 'outbox' | 'payment_events') =>
      app.deps.db.read.selectFrom(table).selectAll().execute();
    const entries = () => app.deps.db.read.selectFrom('ledger_entries').selectAll().orderBy('line').execute();

    test('becomes one donation with the amounts that the intent froze', async () => {
      const response = await deliver(app, paidMessage(intent));
      expect({ status: response.statusCode, body: response.json() }).toEqual({ status: 200, body: { received: true } });
      expect(await rows('donations')).toEqual([
        {
          id: intent.donation_id,
          intent_id: intent.id,
          donor_id: null,
          ...coffeeColumns,
          frozen_charity_name: 'Food banks across Canada',
          rates_set_on: intent.rates_set_on,
          donated_at: '2026-03-04T12:00:00.000Z',
          donated_on: '2026-03-04',
          time_zone: 'America/Toronto',
        },
      ]);
      expect(await readIntent(app, intent.id)).toEqual({ ...intent, status: 'settled', version: 3 });
    });

    test('is posted to the ledger: to the provider, the charity and the fee', async () => {
      await deliver(app, paidMessage(intent));
      const [transaction, ...others] = await rows('ledger_transactions');
      expect(others).toEqual([]);
      expect(transaction).toMatchObject({
        cause: `settlement:${intent.id}`,
        intent_id: intent.id,
        occurred_at: '2026-03-04T12:00:00.000Z',
      });
      const id = (transaction as { id: string }).id;
      expect(await entries()).toEqual([
        { transaction_id: id, line: 1, account: 'clearing:stripe', amount_minor: 524, currency: 'CAD' },
        { transaction_id: id, line: 2, account: 'charity:6', amount_minor: -476, currency: 'CAD' },
        { transaction_id: id, line: 3, account: 'service_fee_income', amount_minor: -48, currency: 'CAD' },
      ]);
    });

    test('puts one receipt into the outbox, due immediately', async () => {
      await deliver(app, paidMessage(intent));
      expect(await rows('outbox')).toEqual([
        {
          id: expect.stringMatching(/^out_/),
          kind: 'receipt',
          payload: JSON.stringify({ donationId: intent.donation_id }),
          dedupe_key: `receipt:${intent.donation_id}`,
          about: intent.donation_id,
          status: 'waiting',
          run_at: '2026-03-04T12:00:00.000Z',
          attempts: 0,
          locked_until: null,
          unavailable_attempts: 0,
          last_error: null,
          created_at: '2026-03-04T12:00:00.000Z',
          traceparent: null,
        },
      ]);
    });

    test('counts on the donor’s day of the payment, not on the day when the message arrives', async () => {
      app.clock.advance(3 * 24 * 3600 * 1000);
      const created = Date.UTC(2026, 2, 5, 3, 30) / 1000; // still the evening of the 4th in Toronto
      await deliver(app, paidMessage(intent, { event: { created } }));
      expect(await rows('donations')).toMatchObject([
        { donated_at: '2026-03-05T03:30:00.000Z', donated_on: '2026-03-04' },
      ]);
    });

    test('reported twice is one donation, and both messages get 200', async () => {
      expect((await deliver(app, paidMessage(intent))).statusCode).toBe(200);
      expect((await deliver(app, paidMessage(intent))).statusCode).toBe(200);
      expect(await countRows(app.deps.db.read)).toEqual(settledRows);
    });

    test('reported by two different messages is one donation', async () => {
      await deliver(app, paidMessage(intent));
      await deliver(
        app,
        paidMessage(intent, { event: { id: 'evt_second', type: 'checkout.session.async_payment_succeeded' } }),
      );
      expect(await countRows(app.deps.db.read)).toEqual({ ...settledRows, payment_events: 2 });
    });

    test('reported eight times at the same time is one donation', async () => {
      const responses = await Promise.all(Array.from({ length: 8 }, () => deliver(app, paidMessage(intent))));
      expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
      expect(await countRows(app.deps.db.read)).toEqual(settledRows);
    });

    test('reported before its session was stored settles, and stores the session', async () => {
      const withoutSession = { provider_session_id: null, checkout_url: null };
      await app.deps.db.write.updateTable('donation_intents').set(withoutSession).execute();
      await deliver(app, paidMessage(intent));
      expect(await countRows(app.deps.db.read)).toEqual(settledRows);
      expect(await readIntent(app, intent.id)).toMatchObject({
        status: 'settled',
        provider_session_id: sessionIdOf(intent.id),
      });
    });

    test('is found by its session when the message names no intent', async () => {
      await deliver(app, paidMessage(intent, { session: { metadata: {} } }));
      expect(await countRows(app.deps.db.read)).toEqual(settledRows);
    });

    test('is posted to the cent for a large amount', async () => {
      const stackedSnacks = [{ id: 5, name: 'Salad', price: 8.95, mealsProvided: 8, quantity: 100 }];
      const donation = { amount: 895, mealsProvided: 800, snackId: 5, stackedSnacks };
      const salads = await openIntent(app, checkoutBody({ donation }));
      await deliver(app, paidMessage(salads));
      expect((await entries()).map((entry) => entry.amount_minor)).toEqual([133_892, -121_720, -12_172]);
    });
  });

  describe('an unpaid checkout', () => {
    const unpaid = withPaymentStatus('unpaid');
    const donations = async () => (await countRows(app.deps.db.read)).donations;

    test('that is completed is processing, not a donation', async () => {
      await deliver(app, paidMessage(intent, unpaid('evt_1', 'checkout.session.completed')));
      expect(await readIntent(app, intent.id)).toMatchObject({ status: 'processing' });
      expect(await donations()).toBe(0);
    });

    test('that is completed settles when the money arrives', async () => {
      await deliver(app, paidMessage(intent, unpaid('evt_1', 'checkout.session.completed')));
      await deliver(
        app,
        paidMessage(intent, { event: { id: 'evt_2', type: 'checkout.session.async_payment_succeeded' } }),
      );
      expect(await readIntent(app, intent.id)).toMatchObject({ status: 'settled' });
      expect(await countRows(app.deps.db.read)).toEqual({ ...settledRows, payment_events: 2 });
    });

    test('that is completed fails when the money does not arrive', async () => {
      await deliver(app, paidMessage(intent, unpaid('evt_1', 'checkout.session.completed')));
      await deliver(app, paidMessage(intent, unpaid('evt_2', 'checkout.session.async_payment_failed')));
      expect(await readIntent(app, intent.id)).toMatchObject({ status: 'failed' });
      expect(await donations()).toBe(0);
    });

    test('that expired is not a donation', async () => {
      const { event, session } = unpaid('evt_1', 'checkout.session.expired');
      await deliver(app, paidMessage(intent, { event, session: { ...session, status: 'expired' } }));
      expect(await readIntent(app, intent.id)).toMatchObject({ status: 'expired' });
      expect(await donations()).toBe(0);
    });

    test('is not a donation just because a message is of the type completed', async () => {
      const session = { status: 'open', payment_status: 'unpaid' };
      const response = await deliver(app, paidMessage(intent, { session }));
      expect(response.statusCode).toBe(200);
      expect(await countRows(app.deps.db.read)).toEqual({ ...noRows, donation_intents: 1 });
    });

    test('that needs no payment is not a donation', async () => {
      await deliver(app, paidMessage(intent, { session: { payment_status: 'no_payment_required' } }));
      expect(await donations()).toBe(0);
    });
  });
});

/** Returns the changes of a message that give its session a payment status. */
function withPaymentStatus(paymentStatus: string) {
  return (id: string, type: string) => ({ event: { id, type }, session: { payment_status: paymentStatus } });
}
