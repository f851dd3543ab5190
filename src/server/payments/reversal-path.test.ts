import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { workOutbox } from '#server/outbox/worker.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { startPaymentWorld, type PaymentWorld } from '#test/support/payment-world.ts';
import { clearingBalance } from '#test/support/provider-books.ts';
import { paymentJobs } from './payment-jobs.ts';
import { reconcile } from './reconcile.ts';

const dayInSeconds = 24 * 60 * 60;
const minuteMs = 60_000;

forEachDatabase((engine) => {
  describe(`money that goes back at the provider, on ${engine}`, () => {
    let world: PaymentWorld;

    beforeEach(async () => {
      world = await startPaymentWorld(engine);
    });
    afterEach(async () => {
      expect(await world.disagreements()).toEqual([]);
      await world.close();
    });

    const heard = () => world.sandbox.sandbox.webhooks.whenIdle();
    /** Pays a gift; the payment's id. */
    const pay = async (cardNumber?: string): Promise<string> => {
      const { sessionId } = await world.openCheckout();
      await world.control.submitPayment(sessionId, cardNumber === undefined ? {} : { cardNumber });
      await heard();
      const books = await world.control.readBooks();
      return books.find((payment) => payment.checkoutSessionId === sessionId)?.paymentIntentId ?? '';
    };
    const reversals = () =>
      world.app.deps.db.read
        .selectFrom('reversals')
        .select(['kind', 'status', 'is_standing', 'amount_minor'])
        .orderBy('amount_minor')
        .execute();
    const dropAll = () => world.control.armWebhookFault({ kind: 'never_generate', times: 50 });
    const work = () => workOutbox(world.app.deps, paymentJobs);
    const jobs = async () => {
      const kept = world.app.deps.db.read.selectFrom('outbox').selectAll().where('kind', '=', 'refund_payment');
      return (await kept.execute()).map(({ status, last_error: lastError }) => ({ status, lastError }));
    };

    test('refunds in parts, one of which fails, and the rest are told by webhooks', async () => {
      const payment = await pay();
      const { refundId } = await world.control.refund(payment, 200);
      await world.control.refund(payment, 24);
      await world.control.failRefund(refundId);
      await world.control.refund(payment);
      await heard();
      expect(await reversals()).toMatchObject([
        { amount_minor: 24, is_standing: 1 },
        { amount_minor: 200, is_standing: 0 },
        { amount_minor: 500, is_standing: 1 },
      ]);
    });

    test.each([
      ['won', 0, 'returned'],
      ['lost', 1, 'lost'],
    ] as const)('a dispute that is %s', async (decision, isStanding, status) => {
      const { disputeId } = await world.control.openDispute(await pay());
      await heard();
      expect(await reversals()).toMatchObject([{ kind: 'dispute', status: 'taken', is_standing: 1 }]);
      await world.control.decideDispute(disputeId, decision);
      await heard();
      expect(await reversals()).toMatchObject([{ status, is_standing: isStanding }]);
    });

    test('an inquiry that becomes a dispute', async () => {
      const { disputeId } = await world.control.openDispute(await pay(), { kind: 'inquiry' });
      await heard();
      expect(await reversals()).toMatchObject([{ status: 'noted', is_standing: 0 }]);
      await world.control.decideDispute(disputeId, 'escalated');
      await heard();
      expect(await reversals()).toMatchObject([{ status: 'taken', is_standing: 1 }]);
    });

    test('messages that never come are made up for by the quick comparison', async () => {
      const [first, second] = [await pay(), await pay()];
      await dropAll();
      await world.control.refund(first, 100);
      await world.control.openDispute(second);
      expect(await reconcile(world.app.deps, 'open')).toMatchObject({ healed: 2, quarantined: 0 });
      expect(await world.disagreements()).toEqual([]);
      expect(await reconcile(world.app.deps, 'open'), 'nothing is left to heal').toMatchObject({ healed: 0 });
    });

    test('a refund that fails weeks later, and a dispute decided months later, are found by the daily comparison', async () => {
      const [first, second] = [await pay(), await pay()];
      const { refundId } = await world.control.refund(first);
      const { disputeId } = await world.control.openDispute(second);
      await heard();
      await dropAll();
      await world.advance(30 * dayInSeconds);
      await world.control.failRefund(refundId);
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ healed: 1 });
      await world.advance(60 * dayInSeconds);
      await world.control.decideDispute(disputeId, 'won');
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ healed: 1 });
    });

    test('the daily comparison reports a refund that the provider does not know', async () => {
      const { refundId } = await world.control.refund(await pay(), 100);
      await heard();
      await world.advance(dayInSeconds);
      const { store } = world.sandbox.sandbox;
      const refund = store.refunds.get(refundId)!;
      store.refunds.remove(refundId);
      expect((await reconcile(world.app.deps, 'recent'))?.unknownAtProvider).toEqual([refundId]);
      store.refunds.put(refund);
    });

    test('fees are booked once, so that our books hold what the provider holds', async () => {
      const [first, second] = [await pay(), await pay(), await pay()];
      await world.control.refund(first, 100);
      const { disputeId } = await world.control.openDispute(second);
      await world.control.decideDispute(disputeId, 'won');
      await heard();
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ feesBooked: 4 });
      expect(await clearingBalance(world.app.deps)).toEqual(await world.control.readBalance());
      await world.advance(dayInSeconds);
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ feesBooked: 0 });
      expect(await clearingBalance(world.app.deps)).toEqual(await world.control.readBalance());
    });

    test('a payment that a card network calls fraud is given back whole, once', async () => {
      const payment = await pay('4000000000005423');
      expect(await work()).toMatchObject({ done: 1 });
      expect(await reversals()).toMatchObject([{ kind: 'refund', is_standing: 1, amount_minor: 524 }]);
      await heard();
      expect(await world.control.readBooks()).toMatchObject([{ amountRefundedMinor: 524 }]);
      await world.control.warnOfFraud(payment);
      await heard();
      expect(await jobs(), 'a warning that comes too late asks for nothing').toHaveLength(1);
    });

    test('a payment that is disputed at once counts for nothing', async () => {
      await pay('4000000000000259');
      expect(await reversals()).toMatchObject([{ kind: 'dispute', is_standing: 1, amount_minor: 524 }]);
    });

    test('a refund whose answer was lost is not made a second time', async () => {
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
      await heard();
      expect(await world.control.readBooks()).toMatchObject([{ amountRefundedMinor: 524 }]);
      expect(await reversals()).toHaveLength(1);
    });

    test('a refund that the provider refuses is put aside for a person', async () => {
      const payment = await pay('4000000000005423');
      await world.control.openDispute(payment);
      await heard();
      expect(await work()).toMatchObject({ done: 1 });
      const aside = world.app.deps.db.read.selectFrom('quarantined_events').select(['reason', 'event_id']);
      expect(await aside.execute()).toEqual([
        { reason: 'refund_refused', event_id: expect.stringMatching(/^refund_job:out_/) },
      ]);
    });

    test('nothing is given back for a payment that is not ours', async () => {
      const payment = await pay('4000000000005423');
      await world.app.deps.db.write.updateTable('donation_intents').set({ provider_payment_id: 'pi_other' }).execute();
      expect(await work()).toMatchObject({ postponed: 1 });
      expect(await world.control.readBooks()).toMatchObject([{ amountRefundedMinor: 0 }]);
      await world.app.deps.db.write.updateTable('donation_intents').set({ provider_payment_id: payment }).execute();
    });
  });
});
