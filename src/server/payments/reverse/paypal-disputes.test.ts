import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { orderBody, paypalPage } from '#test/support/payments/paypal-calls.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { reversalMails } from '#test/support/reversals/reversal-mails.ts';

const daySeconds = 24 * 60 * 60;

forEachDatabase((engine) => {
  describe('a dispute of a PayPal payment', () => {
    let world: AppWithSandbox;
    let donor: SignedIn;
    let captureId: string;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      donor = await signIn(world.app);
      const page = paypalPage(world.app, donor.cookie);
      const orderId = await page.order(orderBody());
      await world.control.approveOrder(orderId);
      await page.capture(orderId);
      await delivered();
      captureId = (await capture()).captureId;
    });
    afterEach(async () => {
      await delivered();
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    const delivered = () => world.sandbox.sandbox.webhooks.whenIdle();
    const capture = async () => (await world.control.readCaptures())[0]!;
    const open = async (options: Parameters<AppWithSandbox['control']['openPayPalDispute']>[1] = {}) => {
      const { disputeId } = await world.control.openPayPalDispute(captureId, options);
      await delivered();
      return disputeId;
    };
    const decide = async (...decision: Parameters<AppWithSandbox['control']['decidePayPalDispute']>) => {
      expect(await world.control.decidePayPalDispute(...decision)).toEqual({ isDecided: true });
      await delivered();
    };
    const read = async (url: string): Promise<unknown> =>
      (await world.app.server.inject({ url, headers: { cookie: donor.cookie } })).json();
    const counted = async () => ({ impact: await read('/api/impact'), rewards: await read('/api/rewards') });
    const balance = async (account: string): Promise<number> => {
      const entries = world.app.deps.db.read.selectFrom('ledger_entries').select(['account', 'amount_minor']);
      const rows = (await entries.execute()).filter((row) => row.account === account);
      return rows.reduce((sum, row) => sum + row.amount_minor, 0);
    };
    /** Our balance at PayPal before the payment's own fee, because that fee is booked daily. */
    const atPayPal = async (): Promise<number> => {
      const { amountMinor, amountRefundedMinor, amountDisputedMinor, disputeFeeMinor } = await capture();
      return amountMinor - amountRefundedMinor - amountDisputedMinor - disputeFeeMinor;
    };
    const quarantined = () =>
      world.app.deps.db.read
        .selectFrom('quarantined_events')
        .select('reason')
        .where('resolved_at', 'is', null)
        .execute();
    const mails = () => reversalMails(world.app.deps);
    const nothing = { impact: { totalDonated: 0, donationsCount: 0 }, rewards: { streak: 0, points: 0, badges: [] } };

    test('takes the donation, and gives all of it back when PayPal decides for us', async () => {
      const before = await counted();
      const disputeId = await open();
      expect(await counted()).toMatchObject(nothing);
      expect(await balance('clearing:paypal')).toBe(await atPayPal());
      expect(await balance('processing_fees')).toBe(2000);
      await decide(disputeId, 'seller');
      expect(await counted()).toEqual(before);
      expect(await balance('clearing:paypal')).toBe(await atPayPal());
      expect(await mails(), 'one withdrawal, although PayPal reports it twice').toMatchObject([
        { kind: 'dispute', direction: 'taken', amountMinor: '524', countedMinor: '524' },
        { kind: 'dispute', direction: 'returned', amountMinor: '524', countedMinor: '524' },
      ]);
      expect(await quarantined()).toEqual([]);
    });

    test.each(['seller', 'canceled'] as const)(
      'whose movements PayPal does not list gives the donation back when the decision is %s',
      async (decision) => {
        const before = await counted();
        const disputeId = await open({ listsMovements: false });
        expect(await counted()).toMatchObject(nothing);
        await decide(disputeId, decision);
        expect(await counted()).toEqual(before);
        expect(await balance('clearing:paypal')).toBe(524);
      },
    );

    test('that is lost takes the donation for good', async () => {
      await decide(await open(), 'buyer');
      expect(await counted()).toMatchObject(nothing);
      expect(await balance('clearing:paypal')).toBe(await atPayPal());
    });

    test('that is lost in part gives the rest back', async () => {
      await decide(await open(), 'buyer', 262);
      expect(await counted()).toMatchObject({ impact: { totalDonated: 1.75 } });
      expect(await balance('clearing:paypal')).toBe(await atPayPal());
    });

    test('that is lost in part gives the rest back, even if PayPal does not list its movements', async () => {
      await decide(await open({ listsMovements: false }), 'buyer', 262);
      expect(await counted()).toMatchObject({ impact: { totalDonated: 1.75 } });
      expect(await balance('clearing:paypal')).toBe(262);
      expect(await mails()).toMatchObject([
        { direction: 'taken', amountMinor: '524' },
        { direction: 'returned', amountMinor: '262' },
      ]);
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ healed: 0, quarantined: 0 });
    });

    test('of the whole payment after a partial refund costs us the refunded part', async () => {
      await world.control.refundCapture(captureId, 200);
      await delivered();
      const disputeId = await open({ amountMinor: 524 });
      expect(await balance('dispute_losses')).toBe(200);
      await decide(disputeId, 'buyer', 200);
      expect(await balance('dispute_losses')).toBe(0);
      expect(await quarantined()).toEqual([]);
    });

    test('is an inquiry until it is escalated', async () => {
      const before = await counted();
      const disputeId = await open({ kind: 'inquiry' });
      expect(await counted()).toEqual(before);
      await decide(disputeId, 'escalated');
      expect(await counted()).toMatchObject(nothing);
    });

    test('ends with a correct ledger when its messages arrive twice and in reverse order', async () => {
      await world.control.armWebhookFault({ kind: 'drop', times: 9 });
      await decide(await open(), 'buyer', 262);
      const types = ['CUSTOMER.DISPUTE.RESOLVED', 'PAYMENT.CAPTURE.REVERSED', 'CUSTOMER.DISPUTE.CREATED'];
      const deliveries = await world.control.readDeliveries();
      await world.control.clearFaults();
      for (const type of [...types, ...types]) {
        await world.control.resendWebhook(deliveries.find((delivery) => delivery.type === type)?.eventId ?? '');
        await delivered();
        expect(await quarantined()).toEqual([]);
      }
      expect(await balance('clearing:paypal')).toBe(await atPayPal());
      expect(await world.discrepancies()).toEqual([]);
    });

    test('is recovered by reconciliation when its messages are lost', async () => {
      await world.control.armWebhookFault({ kind: 'drop', times: 9 });
      const disputeId = await open();
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ quarantined: 0 });
      expect(await world.discrepancies()).toEqual([]);
      await world.advance(10 * daySeconds);
      await world.control.armWebhookFault({ kind: 'never_generate', times: 9 });
      await world.control.decidePayPalDispute(disputeId, 'seller');
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ healed: 1, quarantined: 0 });
      expect(await counted()).toMatchObject({ impact: { donationsCount: 1 } });
      expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ healed: 0 });
    });

    test('is applied on redelivery if PayPal responds with an error at first', async () => {
      const path = '/v1/customer/disputes';
      await world.control.armApiFault({ kind: 'status', status: 500, method: 'GET', path });
      await open({ listsMovements: false });
      expect(await world.control.deliverWebhooks()).toEqual([]);
      expect(await counted()).toMatchObject(nothing);
    });

    test('is redelivered until our app may read disputes', async () => {
      await world.control.takePermission('customer_disputes');
      await open({ listsMovements: false });
      expect(await world.control.deliverWebhooks()).toMatchObject([{ type: 'CUSTOMER.DISPUTE.CREATED' }]);
      await world.control.clearFaults();
      expect(await world.control.deliverWebhooks()).toEqual([]);
      expect(await counted()).toMatchObject(nothing);
    });

    test.each([
      ['an unknown outcome', 'RESOLVED_BY_COIN_TOSS', 'unknown_status'],
      ['a payout, which does not say who gets the money', 'RESOLVED_WITH_PAYOUT', undefined],
    ])('with %s leaves the ledger as it was', async (_what, code, reason) => {
      const disputeId = await open({ listsMovements: false });
      const { store } = world.sandbox.sandbox;
      await world.control.armWebhookFault({ kind: 'drop', times: 1 });
      await decide(disputeId, 'seller');
      const dispute = store.paypalDisputes.get(disputeId)!;
      store.paypalDisputes.put({ ...dispute, outcome: { code, refunded: dispute.amount } });
      await world.control.deliverWebhooks();
      await world.control.clearFaults();
      const resolved = (await world.control.readDeliveries()).find(({ type }) => type === 'CUSTOMER.DISPUTE.RESOLVED');
      await world.control.resendWebhook(resolved?.eventId ?? '');
      await delivered();
      expect(await counted()).toMatchObject(nothing);
      expect(await quarantined()).toEqual(reason === undefined ? [] : [{ reason }]);
      await decideAgainst(disputeId);
    });

    /** Makes the sandbox agree with a ledger that has taken the money. */
    const decideAgainst = async (disputeId: string): Promise<void> => {
      const { store } = world.sandbox.sandbox;
      const dispute = store.paypalDisputes.get(disputeId)!;
      store.paypalDisputes.put({ ...dispute, movements: dispute.movements.filter(({ type }) => type === 'DEBIT') });
    };
  });
});
