import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { workOutbox } from '#server/outbox/worker.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { clearingBalance } from '#test/support/payments/provider-records.ts';
import { paymentJobs } from '../payment-jobs.ts';
import { reconcile } from '../reconcile/reconcile.ts';

const daySeconds = 24 * 60 * 60;
const minuteMs = 60_000;

forEachDatabase((engine) => {
  describe('refunds and disputes at the provider', () => {
    let world: AppWithSandbox;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(async () => {
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    const delivered = () => world.sandbox.sandbox.webhooks.whenIdle();
    /** Pays a donation and returns the payment's id. */
    const pay = async (cardNumber?: string): Promise<string> => {
      const { sessionId } = await world.openCheckout();
      await world.control.submitPayment(sessionId, cardNumber === undefined ? {} : { cardNumber });
      await delivered();
      const payments = await world.control.readPayments();
      return payments.find((payment) => payment.checkoutSessionId === sessionId)?.paymentIntentId ?? '';
    };
    const reversals = () =>
      world.app.deps.db.read
        .selectFrom('reversals')
        .select(['kind', 'status', 'is_active', 'amount_minor', 'taken_minor'])
        .orderBy('amount_minor')
        .execute();
    const quarantined = () => world.app.deps.db.read.selectFrom('quarantined_events').select('reason').execute();
    const losses = async (): Promise<number> => {
      const entries = world.app.deps.db.read.selectFrom('ledger_entries').select('amount_minor');
      const rows = await entries.where('account', '=', 'dispute_losses').execute();
      return rows.reduce((sum, row) => sum + row.amount_minor, 0);
    };
    const dropAll = () => world.control.armWebhookFault({ kind: 'never_generate', times: 50 });
    const work = () => workOutbox(world.app.deps, paymentJobs);
    const jobs = async () => {
      const rows = await world.app.deps.db.read
        .selectFrom('outbox')
        .selectAll()
        .where('kind', '=', 'refund_payment')
        .execute();
      return rows.map(({ status, last_error: lastError }) => ({ status, lastError }));
    };

    test('partial refunds, one of which fails, are applied from webhooks', async () => {
      const payment = await pay();
      const { refundId } = await world.control.refund(payment, 200);
      await world.control.refund(payment, 24);
      await world.control.failRefund(refundId);
      await world.control.refund(payment);
      await delivered();
      expect(await reversals()).toMatchObject([
        { amount_minor: 24, is_active: 1 },
        { amount_minor: 200, is_active: 0 },
        { amount_minor: 500, is_active: 1 },
      ]);
    });

    test.each([
      ['won', 0, 'returned'],
      ['lost', 1, 'lost'],
    ] as const)('a dispute that is %s is applied', async (decision, isActive, status) => {
      const { disputeId } = await world.control.openDispute(await pay());
      await delivered();
      expect(await reversals()).toMatchObject([{ kind: 'dispute', status: 'taken', is_active: 1 }]);
      await world.control.decideDispute(disputeId, decision);
      await delivered();
      expect(await reversals()).toMatchObject([{ status, is_active: isActive }]);
    });

    test('an inquiry that becomes a dispute is applied', async () => {
      const { disputeId } = await world.control.openDispute(await pay(), { kind: 'inquiry' });
      await delivered();
      expect(await reversals()).toMatchObject([{ status: 'noted', is_active: 0 }]);
      await world.control.decideDispute(disputeId, 'escalated');
      await delivered();
      expect(await reversals()).toMatchObject([{ status: 'taken', is_active: 1 }]);
    });

    test('the frequent reconciliation recovers lost messages', async () => {
      const [first, second] = [await pay(), await pay()];
      await dropAll();
      await world.control.refund(first, 100);
      await world.control.openDispute(second);
      expect(await reconcile(world.app.deps, 'open')).toMatchObject({ healed: 2, quarantined: 0 });
      expect(await world.discrepancies()).toEqual([]);
      expect(await reconcile(world.app.deps, 'open'), 'nothing is missing anymore').toMatchObject({ healed: 0 });
    });

    test('the daily reconciliation finds a refund that fails weeks later and a dispute decided months later', async () => {
      const [first, second] = [await pay(), await pay()];
      const { refundId } = await world.control.refund(first);
      const { disputeId } = await world.control.openDispute(second);
      await delivered();
      await dropAll();
      await world.advance(30 * daySeconds);
      await world.control.failRefund(refundId);
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ healed: 1 });
      await world.advance(60 * daySeconds);
      await world.control.decideDispute(disputeId, 'won');
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ healed: 1 });
    });

    test('the daily reconciliation reports a refund that the provider does not have', async () => {
      const { refundId } = await world.control.refund(await pay(), 100);
      await delivered();
      await world.advance(daySeconds);
      const { store } = world.sandbox.sandbox;
      const refund = store.refunds.get(refundId)!;
      const movements = [...store.balanceTransactions.values()].filter(({ sourceId }) => sourceId === refundId);
      store.refunds.remove(refundId);
      for (const { id } of movements) store.balanceTransactions.remove(id);
      expect((await reconcile(world.app.deps, 'recent'))?.unknownAtProvider).toEqual([refundId]);
      store.refunds.put(refund);
      for (const movement of movements) store.balanceTransactions.put(movement);
    });

    test('fees are booked once, those of disputes with the dispute, so that our ledger matches the provider’s balance', async () => {
      const [first, second] = [await pay(), await pay(), await pay()];
      await world.control.refund(first, 100);
      const { disputeId } = await world.control.openDispute(second);
      await world.control.decideDispute(disputeId, 'won');
      await delivered();
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ feesBooked: 3 });
      expect(await clearingBalance(world.app.deps)).toEqual(await world.control.readBalance());
      await world.advance(daySeconds);
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ feesBooked: 0 });
      expect(await clearingBalance(world.app.deps)).toEqual(await world.control.readBalance());
    });

    test('a dispute over the whole charge after a partial refund is booked, and so is the refunded part when it comes back', async () => {
      const payment = await pay();
      await world.control.refund(payment, 200);
      const { disputeId } = await world.control.openDispute(payment, { amountMinor: 524 });
      await delivered();
      expect(await world.discrepancies()).toEqual([]);
      expect(await losses()).toBe(200);
      await world.control.decideDispute(disputeId, 'lost', 200);
      await delivered();
      expect(await losses()).toBe(0);
      expect(await quarantined()).toEqual([]);
    });

    test.each([
      ['prevented', 'lost', { kind: 'prevented' }],
      ['larger than the charge', 'taken', { amountMinor: 531 }],
      ['withdrawn at another rate', 'taken', { withdrawnMinor: 531 }],
      ['smaller than the charge', 'taken', { amountMinor: 300 }],
    ] as const)('a dispute that is %s is booked', async (_what, status, options) => {
      await world.control.openDispute(await pay(), options);
      await delivered();
      expect(await reversals()).toMatchObject([{ kind: 'dispute', status, is_active: 1 }]);
      expect(await quarantined()).toEqual([]);
    });

    test('the daily reconciliation finds money that a lost dispute returned', async () => {
      const { disputeId } = await world.control.openDispute(await pay(), { withdrawnMinor: 531 });
      await world.control.decideDispute(disputeId, 'answered');
      await delivered();
      await dropAll();
      await world.advance(60 * daySeconds);
      await world.control.decideDispute(disputeId, 'lost', 131);
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ healed: 1, quarantined: 0 });
      expect(await reversals()).toMatchObject([{ status: 'lost', taken_minor: 400 }]);
      expect(await reconcile(world.app.deps, 'recent'), 'nothing is missing anymore').toMatchObject({ healed: 0 });
    });

    test('a payment that a card network reports as fraud is refunded once', async () => {
      const payment = await pay('4000000000005423');
      expect(await work()).toMatchObject({ done: 1 });
      expect(await reversals()).toMatchObject([{ kind: 'refund', is_active: 1, amount_minor: 524 }]);
      await delivered();
      expect(await world.control.readPayments()).toMatchObject([{ amountRefundedMinor: 524 }]);
      await world.control.warnOfFraud(payment);
      await delivered();
      expect(await jobs(), 'a late warning requests no refund').toHaveLength(1);
    });

    test('a payment that is disputed immediately is fully reversed', async () => {
      await pay('4000000000000259');
      expect(await reversals()).toMatchObject([{ kind: 'dispute', is_active: 1, amount_minor: 524 }]);
    });

    test('a refund whose response was lost is not made twice', async () => {
      await pay('4000000000005423');
      await world.control.armApiFault({
        kind: 'cut',
        method: 'POST',
        path: '/v1/refunds',
        times: 2,
        moment: 'after_effect',
      });
      expect(await work()).toMatchObject({ postponed: 1 });
      world.app.clock.advance(minuteMs);
      expect(await work()).toMatchObject({ done: 1 });
      await delivered();
      expect(await world.control.readPayments()).toMatchObject([{ amountRefundedMinor: 524 }]);
      expect(await reversals()).toHaveLength(1);
    });

    test('a refused refund is quarantined', async () => {
      const payment = await pay('4000000000005423');
      await world.control.openDispute(payment);
      await delivered();
      expect(await work()).toMatchObject({ done: 1 });
      const entries = world.app.deps.db.read.selectFrom('quarantined_events').select(['reason', 'event_id']);
      expect(await entries.execute()).toEqual([
        { reason: 'refund_refused', event_id: expect.stringMatching(/^refund_job:out_/) },
      ]);
    });

    test('a payment that is not ours is not refunded', async () => {
      const payment = await pay('4000000000005423');
      await world.app.deps.db.write.updateTable('donation_intents').set({ provider_payment_id: 'pi_other' }).execute();
      expect(await work()).toMatchObject({ postponed: 1 });
      expect(await world.control.readPayments()).toMatchObject([{ amountRefundedMinor: 0 }]);
      await world.app.deps.db.write.updateTable('donation_intents').set({ provider_payment_id: payment }).execute();
    });
  });
});
