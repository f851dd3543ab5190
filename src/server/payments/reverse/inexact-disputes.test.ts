import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { deliver, openIntent, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import {
  disputeMessage,
  paidWithPayment,
  refundMessage,
  type DisputeDetails,
} from '#test/support/payments/reversal-messages.ts';
import { reversalRecords } from '#test/support/payments/reversal-records.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import type { StubCards } from '#test/support/payments/stub-cards.ts';
import { reversalMails } from '#test/support/reversals/reversal-mails.ts';

const asPaid = { 'clearing:stripe': 524, 'charity:6': -476, service_fee_income: -48 };
const nothingLeft = { 'charity:6': 0, service_fee_income: 0 };

forEachDatabase((engine) => {
  describe('a dispute that does not fit its payment', () => {
    let app: TestApp;
    let intent: DonationIntentRow;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      intent = await openIntent(app);
      await send(paidWithPayment(intent));
    });
    afterEach(async () => {
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
      await app.close();
    });

    const send = async (...messages: Record<string, unknown>[]): Promise<void> => {
      for (const message of messages) expect((await deliver(app, message)).statusCode).toBe(200);
    };
    const accounts = async () => (await reversalRecords(app.deps, intent.id)).accounts;
    const quarantined = () => app.deps.db.read.selectFrom('quarantined_events').selectAll().execute();
    const mails = () => reversalMails(app.deps);
    const refund = (amountMinor: number) => refundMessage(intent, 'created', { id: 're_1', amountMinor });
    const dispute = (change: string, details: Omit<DisputeDetails, 'id'> = {}) =>
      disputeMessage(intent, change, { id: 'du_1', ...details });

    test('over the whole charge after a partial refund takes the rest of the donation, and the difference is our loss', async () => {
      await send(refund(200), dispute('created'), dispute('funds_withdrawn'), dispute('closed', { status: 'lost' }));
      expect(await accounts()).toEqual({ ...nothingLeft, 'clearing:stripe': -200, dispute_losses: 200 });
      expect(await mails()).toMatchObject([
        { kind: 'dispute', direction: 'taken', amountMinor: '524', countedMinor: '324' },
        { kind: 'refund', amountMinor: '200', countedMinor: '200' },
      ]);
      expect(await quarantined()).toEqual([]);
    });

    test('over more than was paid takes the whole donation, and the difference is our loss', async () => {
      await send(dispute('created', { amountMinor: 531 }), dispute('closed', { amountMinor: 531, status: 'lost' }));
      expect(await accounts()).toEqual({ ...nothingLeft, 'clearing:stripe': -7, dispute_losses: 7 });
      expect(await quarantined()).toEqual([]);
    });

    test('takes the withdrawn amount, even if the exchange rate makes it differ from the disputed amount', async () => {
      await send(dispute('created', { movedMinor: [-518] }));
      expect(await accounts()).toMatchObject({ 'clearing:stripe': 6, 'charity:6': -5, service_fee_income: -1 });
      await send(dispute('closed', { status: 'won', movedMinor: [-518, 521] }));
      expect(await accounts()).toEqual({ ...asPaid, 'clearing:stripe': 527, dispute_losses: -3 });
    });

    test('in another currency counts in the currency of its balance transactions', async () => {
      await send(dispute('created', { amountMinor: 385, currency: 'usd', movedMinor: [-524] }));
      expect(await accounts()).toEqual({ ...nothingLeft, 'clearing:stripe': 0 });
      expect(await quarantined()).toEqual([]);
    });

    test('that is lost in part restores the part that comes back', async () => {
      await send(dispute('created'), dispute('closed', { status: 'lost', movedMinor: [-524, 131] }));
      expect(await accounts()).toEqual({ 'clearing:stripe': 131, 'charity:6': -119, service_fee_income: -12 });
      expect(await mails()).toMatchObject([
        { direction: 'taken', amountMinor: '524' },
        { direction: 'returned', amountMinor: '131', countedMinor: '131' },
      ]);
    });

    test('that returns only the refunded part costs us nothing, and the donor is not told that the donation counts again', async () => {
      await send(refund(200), dispute('created'));
      await send(dispute('funds_reinstated', { status: 'lost', movedMinor: [-524, 200] }));
      await send(dispute('closed', { status: 'lost', movedMinor: [-524, 200], eventId: 'evt_closed' }));
      expect(await accounts()).toEqual({ ...nothingLeft, 'clearing:stripe': 0, dispute_losses: 0 });
      expect(await mails()).toMatchObject([{ kind: 'dispute', direction: 'taken' }, { kind: 'refund' }]);
    });

    test('returns money first to our losses, then to the donation', async () => {
      await send(refund(200), dispute('created'));
      await send(dispute('updated', { eventId: 'evt_2', movedMinor: [-524, 200] }));
      expect(await accounts()).toEqual({ ...nothingLeft, 'clearing:stripe': 0, dispute_losses: 0 });
      await send(dispute('updated', { eventId: 'evt_3', movedMinor: [-524, 200, 100] }));
      expect(await accounts()).toMatchObject({ 'clearing:stripe': 100, 'charity:6': -91, dispute_losses: 0 });
      const returned = (await mails()).filter(({ direction }) => direction === 'returned');
      expect(returned).toMatchObject([{ amountMinor: '100', countedMinor: '100' }]);
    });

    test('that was prevented has taken the money for good', async () => {
      await send(dispute('closed', { status: 'prevented' }));
      expect(await accounts()).toEqual({ ...nothingLeft, 'clearing:stripe': 0 });
    });

    test('that was prevented without a withdrawal has taken nothing', async () => {
      await send(dispute('closed', { status: 'prevented', movedMinor: [] }));
      expect(await accounts()).toEqual(asPaid);
    });

    test('moves to our losses when a refund is reported after it', async () => {
      await send(dispute('created'), dispute('closed', { status: 'lost' }), refund(200));
      expect(await accounts()).toEqual({ ...nothingLeft, 'clearing:stripe': -200, dispute_losses: 200 });
      expect(await mails()).toMatchObject([
        { kind: 'dispute', direction: 'taken', amountMinor: '524', countedMinor: '524' },
        { kind: 'refund', direction: 'taken', amountMinor: '200' },
      ]);
    });

    test.each([
      [
        200,
        [
          { kind: 'dispute', amountMinor: '524', countedMinor: '324' },
          { kind: 'refund', countedMinor: '200' },
        ],
      ],
      [524, [{ kind: 'refund', countedMinor: '524' }]],
    ])('that is booked together with a refund of %i is reported only for its own part', async (refundedMinor, told) => {
      intent = await openIntent(app);
      await send(refund(refundedMinor), dispute('created'), paidWithPayment(intent));
      expect(await mails()).toMatchObject(told);
      expect(await mails()).toHaveLength(told.length);
    });

    test('takes the part of the donation that a failed refund gave back', async () => {
      await send(refund(200), dispute('created'));
      await send(refundMessage(intent, 'failed', { id: 're_1', amountMinor: 200, status: 'failed' }));
      expect(await accounts()).toEqual({ ...nothingLeft, 'clearing:stripe': 0, dispute_losses: 0 });
      expect(await mails(), 'nothing counts again').toHaveLength(2);
    });

    test.each<[string, Omit<DisputeDetails, 'id'>, string]>([
      ['an unknown status', { status: 'pondering' }, 'unknown_status'],
      ['another currency and no balance transaction', { currency: 'usd', movedMinor: [] }, 'other_currency'],
      ['balance transactions in another currency', { movedCurrency: 'usd' }, 'other_currency'],
      ['balance transactions in an unknown currency', { movedCurrency: 'xyz' }, 'sums_differ'],
      ['money that comes back without having left', { status: 'won', movedMinor: [524] }, 'sums_differ'],
    ])('with %s is quarantined, and an alarm is raised', async (_what, details, reason) => {
      await send(dispute('updated', details));
      expect(await accounts()).toEqual(asPaid);
      expect(await quarantined()).toMatchObject([{ reason, resolved_at: null }]);
      expect(app.logged).toContainEqual(
        expect.objectContaining({ level: 50, msg: 'reversal quarantined; needs review', reason }),
      );
      expect((await app.deps.metrics.paymentEvents.get()).values).toContainEqual(
        expect.objectContaining({ value: 1, labels: { provider: 'stripe', kind: 'dispute', outcome: 'quarantined' } }),
      );
    });

    test('with a balance transaction that changed is quarantined, and the ledger stays as it was', async () => {
      await send(dispute('created'), dispute('updated', { eventId: 'evt_2', movedMinor: [-500] }));
      expect(await accounts()).toEqual({ ...nothingLeft, 'clearing:stripe': 0 });
      expect(await quarantined()).toMatchObject([{ reason: 'sums_differ' }]);
    });

    test('with a balance transaction whose net is not amount minus fee is quarantined', async () => {
      const message = dispute('created', { feeMinor: 1500 });
      const { object } = message['data'] as { object: { balance_transactions: { net: number }[] } };
      object.balance_transactions[0]!.net += 1;
      await send(message);
      expect(await accounts()).toEqual(asPaid);
      expect(await quarantined()).toMatchObject([{ reason: 'sums_differ' }]);
    });

    test('is fetched again when Stripe redelivers a message, until Stripe responds', async () => {
      const cards = stubCardsWithWebhook();
      await app.close();
      app = await startApp(engine, { cards });
      intent = await openIntent(app);
      await send(paidWithPayment(intent));
      const respond = cards.respondToDispute;
      cards.respondToDispute = () => ({ code: 'unavailable', detail: 'no response' });
      expect((await deliver(app, dispute('created'))).statusCode).toBe(503);
      expect(await accounts()).toEqual(asPaid);
      cards.respondToDispute = respond;
      await send(dispute('created'));
      expect(await accounts()).toEqual({ ...nothingLeft, 'clearing:stripe': 0 });
    });

    test('keeps the state of a newer response when an older one is applied after it', async () => {
      const cards = app.deps.cards as StubCards;
      await send(dispute('funds_withdrawn'));
      const older = cards.respondToDispute('du_1');
      await send(dispute('closed', { status: 'lost', movedMinor: [-524, 131] }));
      const books = await accounts();
      cards.respondToDispute = () => older;
      await send(dispute('updated', { eventId: 'evt_late' }));
      expect(await accounts()).toEqual(books);
      expect(books).toMatchObject({ 'clearing:stripe': 131 });
    });

    test('that was booked before its movements were stored stays as it is after they are stored', async () => {
      await send(dispute('created'));
      const { write } = app.deps.db;
      await write.deleteFrom('reversal_movements').execute();
      await write.updateTable('reversals').set({ is_itemized: 0 }).execute();
      await send(dispute('closed', { status: 'lost' }));
      const posted = app.deps.db.read
        .selectFrom('ledger_transactions')
        .select('cause')
        .where('cause', 'like', 'dispute:%');
      expect(await posted.execute()).toEqual([{ cause: 'dispute:stripe:du_1:1' }]);
      expect(await accounts()).toEqual({ ...nothingLeft, 'clearing:stripe': 0 });
    });

    test.each([
      ['other_account', { message: { account: 'acct_other' } }],
      ['other_mode', { message: { livemode: true } }],
    ])('with the problem %s is quarantined, and nothing is booked', async (reason, details) => {
      await send(dispute('created', details), dispute('created', details));
      expect(await accounts()).toEqual(asPaid);
      expect(await quarantined()).toMatchObject([{ reason }]);
    });
  });
});
