import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { deliver, openIntent, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { reversalRecords } from '#test/support/payments/reversal-records.ts';
import { disputeMessage, paidWithPayment, refundMessage } from '#test/support/payments/reversal-messages.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { reversalMails } from '#test/support/reversals/reversal-mails.ts';

const asPaid = { 'clearing:stripe': 524, 'charity:6': -476, service_fee_income: -48 };
const allReversed = { 'clearing:stripe': 0, 'charity:6': 0, service_fee_income: 0 };

forEachDatabase((engine) => {
  describe('a reversal', () => {
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

    const send = async (...messages: Record<string, unknown>[]): Promise<void> => {
      for (const message of messages) expect((await deliver(app, message)).statusCode).toBe(200);
    };
    const accounts = async () => (await reversalRecords(app.deps, intent.id)).accounts;
    const causes = async (): Promise<string[]> => {
      const rows = await app.deps.db.read.selectFrom('ledger_transactions').select('cause').execute();
      return rows.map(({ cause }) => cause.replace(intent.id, 'int')).toSorted();
    };
    const mails = () => reversalMails(app.deps);
    const quarantined = () => app.deps.db.read.selectFrom('quarantined_events').selectAll().execute();

    test('a full refund reverses the whole charge and sends one email', async () => {
      await send(paidWithPayment(intent), refundMessage(intent, 'created', { id: 're_1' }));
      expect(await accounts()).toEqual(allReversed);
      expect(await mails()).toEqual([
        {
          donationId: intent.donation_id,
          cause: 'refund:stripe:re_1:1',
          kind: 'refund',
          direction: 'taken',
          amountMinor: '524',
          countedMinor: '524',
          currency: 'CAD',
        },
      ]);
    });

    test('a refund is posted with the provider’s date', async () => {
      await send(paidWithPayment(intent), refundMessage(intent, 'created', { id: 're_1', created: 1772800000 }));
      const posted = app.deps.db.read.selectFrom('ledger_transactions').select('occurred_at');
      expect(await posted.where('cause', '=', 'refund:stripe:re_1:1').executeTakeFirst()).toEqual({
        occurred_at: '2026-03-06T12:26:40.000Z',
      });
    });

    test('a refund reported before its payment is posted at the settlement', async () => {
      await send(refundMessage(intent, 'created', { id: 're_1', amountMinor: 100 }));
      expect(await accounts()).toEqual({});
      await send(paidWithPayment(intent));
      expect(await accounts()).toEqual({ 'clearing:stripe': 424, 'charity:6': -385, service_fee_income: -39 });
    });

    test('a refund stored before a crash is posted by the next message', async () => {
      await send(refundMessage(intent, 'created', { id: 're_1' }), paidWithPayment(intent));
      const { db } = app.deps;
      await db.write
        .updateTable('reversals')
        .set({ intent_id: null, is_active: 0, taken_minor: 0, subtotal_minor: 0, service_fee_minor: 0, postings: 0 })
        .execute();
      await db.write.deleteFrom('ledger_entries').where('transaction_id', 'in', refunds(db.read)).execute();
      await db.write.deleteFrom('ledger_transactions').where('cause', 'like', 'refund:%').execute();
      expect(await accounts()).toEqual(asPaid);
      await send(paidWithPayment(intent));
      expect(await accounts()).toEqual(allReversed);
    });

    test('partial refunds add up to the charge, to the cent', async () => {
      await send(paidWithPayment(intent));
      for (const [index, amountMinor] of [175, 175, 174].entries()) {
        await send(refundMessage(intent, 'created', { id: `re_${index}`, amountMinor }));
      }
      expect(await accounts()).toEqual(allReversed);
      expect(await mails()).toHaveLength(3);
    });

    test('a refund that fails later restores the donation and sends an email', async () => {
      await send(
        paidWithPayment(intent),
        refundMessage(intent, 'created', { id: 're_1' }),
        refundMessage(intent, 'failed', { id: 're_1', status: 'failed' }),
      );
      expect(await accounts()).toEqual(asPaid);
      expect(await causes()).toEqual(['refund:stripe:re_1:1', 'refund:stripe:re_1:2', 'settlement:int']);
      expect(await mails()).toMatchObject([{ direction: 'taken' }, { direction: 'returned' }]);
    });

    test('a refund whose failure is reported first is never posted', async () => {
      await send(
        paidWithPayment(intent),
        refundMessage(intent, 'failed', { id: 're_1', status: 'failed' }),
        refundMessage(intent, 'created', { id: 're_1' }),
      );
      expect(await causes()).toEqual(['settlement:int']);
    });

    test('a dispute reverses the charge when it is opened, and for good when it is lost', async () => {
      await send(
        paidWithPayment(intent),
        disputeMessage(intent, 'created', { id: 'du_1' }),
        disputeMessage(intent, 'funds_withdrawn', { id: 'du_1' }),
      );
      expect(await accounts()).toEqual(allReversed);
      await send(disputeMessage(intent, 'closed', { id: 'du_1', status: 'lost' }));
      expect(await accounts()).toEqual(allReversed);
      expect(await causes()).toEqual(['dispute:stripe:du_1:1', 'settlement:int']);
    });

    test('a won dispute restores the donation', async () => {
      await send(
        paidWithPayment(intent),
        disputeMessage(intent, 'created', { id: 'du_1' }),
        disputeMessage(intent, 'funds_reinstated', { id: 'du_1', status: 'won' }),
        disputeMessage(intent, 'closed', { id: 'du_1', status: 'won' }),
      );
      expect(await accounts()).toEqual(asPaid);
      expect(await mails()).toMatchObject([
        { kind: 'dispute', direction: 'taken' },
        { kind: 'dispute', direction: 'returned' },
      ]);
    });

    test('an inquiry moves no money until it becomes a dispute', async () => {
      await send(
        paidWithPayment(intent),
        disputeMessage(intent, 'created', { id: 'du_1', status: 'warning_needs_response' }),
        disputeMessage(intent, 'updated', { id: 'du_1', status: 'warning_under_review' }),
      );
      expect(await accounts()).toEqual(asPaid);
      await send(disputeMessage(intent, 'updated', { id: 'du_1' }));
      expect(await accounts()).toEqual(allReversed);
    });

    test('a redelivered message changes nothing, even when its copies arrive at the same time', async () => {
      await send(paidWithPayment(intent));
      const message = refundMessage(intent, 'created', { id: 're_1' });
      await Promise.all([send(message), send(message), send(message)]);
      await send(message);
      expect(await causes()).toEqual(['refund:stripe:re_1:1', 'settlement:int']);
    });

    test('a refund of more than is left of the payment is quarantined and not posted', async () => {
      await send(paidWithPayment(intent), refundMessage(intent, 'created', { id: 're_1', amountMinor: 500 }));
      await send(refundMessage(intent, 'created', { id: 're_2', amountMinor: 25 }));
      expect(await accounts()).toMatchObject({ 'clearing:stripe': 24 });
      expect(await quarantined()).toMatchObject([
        { event_id: 'reversal:re_2', reason: 'other_amount', resolved_at: null },
      ]);
      expect(app.logged).toContainEqual(
        expect.objectContaining({ level: 50, reversalId: 're_2', reason: 'other_amount' }),
      );
    });

    test('a refund of more than was paid, reported before its payment, is quarantined at the settlement', async () => {
      await send(refundMessage(intent, 'created', { id: 're_1', amountMinor: 525 }), paidWithPayment(intent));
      expect(await accounts()).toEqual(asPaid);
      expect(await quarantined()).toMatchObject([{ event_id: 'reversal:re_1', reason: 'other_amount' }]);
      expect(app.logged).toContainEqual(
        expect.objectContaining({ level: 50, reversalId: 're_1', reason: 'other_amount' }),
      );
    });

    test('a quarantined refund is posted and resolved after another refund has failed', async () => {
      await send(
        paidWithPayment(intent),
        refundMessage(intent, 'created', { id: 're_1' }),
        refundMessage(intent, 'created', { id: 're_2' }),
      );
      expect(await quarantined()).toMatchObject([{ resolved_at: null }]);
      await send(refundMessage(intent, 'failed', { id: 're_1', status: 'failed' }));
      expect(await reversalRecords(app.deps, intent.id)).toMatchObject({
        accounts: allReversed,
        reversals: [
          { reversal_id: 're_1', is_active: 0 },
          { reversal_id: 're_2', is_active: 1 },
        ],
      });
      expect(await quarantined()).toMatchObject([{ resolved_at: expect.any(String) }]);
    });

    test.each([
      ['other_account', { message: { account: 'acct_other' } }],
      ['other_mode', { message: { livemode: true } }],
      ['other_currency', { currency: 'xyz' }],
      ['unknown_status', { eventId: 'evt_refund.created_re_1_succeeded', status: 'reversing' }],
      ['unknown_status', { eventId: 'evt_refund.created_re_1_succeeded', status: null }],
    ])(
      'a refund with the problem %s is accepted and quarantined, and nothing else is stored',
      async (reason, changes) => {
        await send(paidWithPayment(intent), refundMessage(intent, 'created', { id: 're_1', ...changes }));
        expect(await accounts()).toEqual(asPaid);
        expect(await quarantined()).toMatchObject([{ reason, event_id: 'evt_refund.created_re_1_succeeded' }]);
        expect(await app.deps.db.read.selectFrom('reversals').selectAll().execute()).toEqual([]);
      },
    );

    test.each([
      ['other_amount', { amountMinor: 101 }],
      ['other_payment', { paymentId: 'pi_other' }],
    ])('%s: a refund that contradicts an earlier message is quarantined', async (reason, changes) => {
      await send(paidWithPayment(intent), refundMessage(intent, 'created', { id: 're_1', amountMinor: 100 }));
      await send(refundMessage(intent, 'updated', { id: 're_1', amountMinor: 100, ...changes }));
      expect(await accounts()).toMatchObject({ 'clearing:stripe': 424 });
      expect(await quarantined()).toMatchObject([{ reason }]);
    });

    test('a refund in a currency other than the charge’s is quarantined', async () => {
      await send(paidWithPayment(intent), refundMessage(intent, 'created', { id: 're_1', currency: 'usd' }));
      expect(await accounts()).toEqual(asPaid);
      expect(await quarantined()).toMatchObject([{ event_id: 'reversal:re_1', reason: 'other_currency' }]);
    });
  });
});

const refunds = (db: TestApp['deps']['db']['read']) =>
  db.selectFrom('ledger_transactions').select('id').where('cause', 'like', 'refund:%');
