import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { deliver, openIntent, stubCardsWithWebhook } from '#test/support/open-intent.ts';
import { reversalBooks } from '#test/support/reversal-books.ts';
import { disputeMessage, paidWithPayment, refundMessage } from '#test/support/reversal-messages.ts';
import { startApp, type TestApp } from '#test/support/start-app.ts';

const asPaid = { 'clearing:stripe': 524, 'charity:6': -476, service_fee_income: -48 };
const allGone = { 'clearing:stripe': 0, 'charity:6': 0, service_fee_income: 0 };

forEachDatabase((engine) => {
  describe('money that goes back', () => {
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

    const tell = async (...messages: Record<string, unknown>[]): Promise<void> => {
      for (const message of messages) expect((await deliver(app, message)).statusCode).toBe(200);
    };
    const accounts = async () => (await reversalBooks(app.deps, intent.id)).accounts;
    const causes = async (): Promise<string[]> => {
      const rows = await app.deps.db.read.selectFrom('ledger_transactions').select('cause').execute();
      return rows.map(({ cause }) => cause.replace(intent.id, 'int')).toSorted();
    };
    const mails = async () => {
      const jobs = app.deps.db.read.selectFrom('outbox').select('payload').where('kind', '=', 'reversal');
      return (await jobs.execute()).map(({ payload }) => JSON.parse(payload) as unknown);
    };
    const quarantined = () => app.deps.db.read.selectFrom('quarantined_events').selectAll().execute();

    test('a refund of the whole charge takes all of it back, and the donor is told once', async () => {
      await tell(paidWithPayment(intent), refundMessage(intent, 'created', { id: 're_1' }));
      expect(await accounts()).toEqual(allGone);
      expect(await mails()).toEqual([
        {
          donationId: intent.donation_id,
          cause: 'refund:stripe:re_1:1',
          kind: 'refund',
          direction: 'taken',
          amountMinor: '524',
          currency: 'CAD',
        },
      ]);
    });

    test('a refund is dated as the provider dates it', async () => {
      await tell(paidWithPayment(intent), refundMessage(intent, 'created', { id: 're_1', created: 1772800000 }));
      const posted = app.deps.db.read.selectFrom('ledger_transactions').select('occurred_at');
      expect(await posted.where('cause', '=', 'refund:stripe:re_1:1').executeTakeFirst()).toEqual({
        occurred_at: '2026-03-06T12:26:40.000Z',
      });
    });

    test('a refund that was told before the payment is booked when the payment settles', async () => {
      await tell(refundMessage(intent, 'created', { id: 're_1', amountMinor: 100 }));
      expect(await accounts()).toEqual({});
      await tell(paidWithPayment(intent));
      expect(await accounts()).toEqual({ 'clearing:stripe': 424, 'charity:6': -385, service_fee_income: -39 });
    });

    test('a refund that was kept when the server died before booking it is booked by the next message', async () => {
      await tell(refundMessage(intent, 'created', { id: 're_1' }), paidWithPayment(intent));
      const { db } = app.deps;
      await db.write.updateTable('reversals').set({ intent_id: null, is_standing: 0, postings: 0 }).execute();
      await db.write.updateTable('reversals').set({ subtotal_minor: 0, service_fee_minor: 0 }).execute();
      await db.write.deleteFrom('ledger_entries').where('transaction_id', 'in', refunds(db.read)).execute();
      await db.write.deleteFrom('ledger_transactions').where('cause', 'like', 'refund:%').execute();
      expect(await accounts()).toEqual(asPaid);
      await tell(paidWithPayment(intent));
      expect(await accounts()).toEqual(allGone);
    });

    test('refunds in parts come to the whole charge, to the cent', async () => {
      await tell(paidWithPayment(intent));
      for (const [index, amountMinor] of [175, 175, 174].entries()) {
        await tell(refundMessage(intent, 'created', { id: `re_${index}`, amountMinor }));
      }
      expect(await accounts()).toEqual(allGone);
      expect(await mails()).toHaveLength(3);
    });

    test('a refund that fails later leaves the gift as it was, and the donor is told', async () => {
      await tell(
        paidWithPayment(intent),
        refundMessage(intent, 'created', { id: 're_1' }),
        refundMessage(intent, 'failed', { id: 're_1', status: 'failed' }),
      );
      expect(await accounts()).toEqual(asPaid);
      expect(await causes()).toEqual(['refund:stripe:re_1:1', 'refund:stripe:re_1:2', 'settlement:int']);
      expect(await mails()).toMatchObject([{ direction: 'taken' }, { direction: 'returned' }]);
    });

    test('a refund whose failure is heard first never touches the books', async () => {
      await tell(
        paidWithPayment(intent),
        refundMessage(intent, 'failed', { id: 're_1', status: 'failed' }),
        refundMessage(intent, 'created', { id: 're_1' }),
      );
      expect(await causes()).toEqual(['settlement:int']);
    });

    test('a dispute takes the money when it is opened, and keeps it when it is lost', async () => {
      await tell(
        paidWithPayment(intent),
        disputeMessage(intent, 'created', { id: 'du_1' }),
        disputeMessage(intent, 'funds_withdrawn', { id: 'du_1' }),
      );
      expect(await accounts()).toEqual(allGone);
      await tell(disputeMessage(intent, 'closed', { id: 'du_1', status: 'lost' }));
      expect(await accounts()).toEqual(allGone);
      expect(await causes()).toEqual(['dispute:stripe:du_1:1', 'settlement:int']);
    });

    test('a dispute that is won brings the money back', async () => {
      await tell(
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

    test('an inquiry is known and moves nothing, until it becomes a dispute', async () => {
      await tell(
        paidWithPayment(intent),
        disputeMessage(intent, 'created', { id: 'du_1', status: 'warning_needs_response' }),
        disputeMessage(intent, 'updated', { id: 'du_1', status: 'warning_under_review' }),
      );
      expect(await accounts()).toEqual(asPaid);
      await tell(disputeMessage(intent, 'updated', { id: 'du_1' }));
      expect(await accounts()).toEqual(allGone);
    });

    test('a message that comes twice, at once too, says nothing new', async () => {
      await tell(paidWithPayment(intent));
      const message = refundMessage(intent, 'created', { id: 're_1' });
      await Promise.all([tell(message), tell(message), tell(message)]);
      await tell(message);
      expect(await causes()).toEqual(['refund:stripe:re_1:1', 'settlement:int']);
    });

    test('more than was paid is put aside, and nothing is booked for it', async () => {
      await tell(paidWithPayment(intent), refundMessage(intent, 'created', { id: 're_1', amountMinor: 500 }));
      await tell(refundMessage(intent, 'created', { id: 're_2', amountMinor: 25 }));
      expect(await accounts()).toMatchObject({ 'clearing:stripe': 24 });
      expect(await quarantined()).toMatchObject([
        { event_id: 'reversal:re_2', reason: 'other_amount', resolved_at: null },
      ]);
      expect(app.logged).toContainEqual(
        expect.objectContaining({ level: 50, reversalId: 're_2', reason: 'other_amount' }),
      );
    });

    test('more than was paid, told before the payment, is put aside when the payment settles', async () => {
      await tell(refundMessage(intent, 'created', { id: 're_1', amountMinor: 525 }), paidWithPayment(intent));
      expect(await accounts()).toEqual(asPaid);
      expect(await quarantined()).toMatchObject([{ event_id: 'reversal:re_1', reason: 'other_amount' }]);
    });

    test('what did not fit is booked once another came back, and needs nobody any more', async () => {
      await tell(
        paidWithPayment(intent),
        refundMessage(intent, 'created', { id: 're_1' }),
        refundMessage(intent, 'created', { id: 're_2' }),
      );
      expect(await quarantined()).toMatchObject([{ resolved_at: null }]);
      await tell(refundMessage(intent, 'failed', { id: 're_1', status: 'failed' }));
      expect(await reversalBooks(app.deps, intent.id)).toMatchObject({
        accounts: allGone,
        reversals: [
          { reversal_id: 're_1', is_standing: 0 },
          { reversal_id: 're_2', is_standing: 1 },
        ],
      });
      expect(await quarantined()).toMatchObject([{ resolved_at: expect.any(String) }]);
    });

    test.each([
      ['other_account', { message: { account: 'acct_other' } }],
      ['other_mode', { message: { livemode: true } }],
      ['other_amount', { currency: 'xyz' }],
    ])('%s: put aside with an alarm, accepted, nothing kept of it', async (reason, told) => {
      await tell(paidWithPayment(intent), refundMessage(intent, 'created', { id: 're_1', ...told }));
      expect(await accounts()).toEqual(asPaid);
      expect(await quarantined()).toMatchObject([{ reason, event_id: 'evt_refund.created_re_1_succeeded' }]);
      expect(await app.deps.db.read.selectFrom('reversals').selectAll().execute()).toEqual([]);
    });

    test.each([
      ['other_amount', { amountMinor: 101 }],
      ['other_payment', { paymentId: 'pi_other' }],
    ])('%s: a refund that changes its story is put aside', async (reason, told) => {
      await tell(paidWithPayment(intent), refundMessage(intent, 'created', { id: 're_1', amountMinor: 100 }));
      await tell(refundMessage(intent, 'updated', { id: 're_1', amountMinor: 100, ...told }));
      expect(await accounts()).toMatchObject({ 'clearing:stripe': 424 });
      expect(await quarantined()).toMatchObject([{ reason }]);
    });

    test('a refund in another currency than the charge is put aside', async () => {
      await tell(paidWithPayment(intent), refundMessage(intent, 'created', { id: 're_1', currency: 'usd' }));
      expect(await accounts()).toEqual(asPaid);
      expect(await quarantined()).toMatchObject([{ event_id: 'reversal:re_1', reason: 'other_amount' }]);
    });
  });
});

const refunds = (db: TestApp['deps']['db']['read']) =>
  db.selectFrom('ledger_transactions').select('id').where('cause', 'like', 'refund:%');
