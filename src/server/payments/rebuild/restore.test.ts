import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DonationRow } from '#server/db/tables.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { ownOrigin } from '#test/support/app/start-app.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { restoreBackup, takeBackup, type Backup } from '#test/support/payments/backup.ts';
import { checkoutBody, customCheckoutBody } from '#test/support/payments/checkout-body.ts';
import { captureAtPayPal, paypalPage } from '#test/support/payments/paypal-calls.ts';
import { reconcile } from '../reconcile/reconcile.ts';

const daySeconds = 24 * 60 * 60;
const monthly = checkoutBody({ donation: { recurring: true } });

forEachDatabase((engine) => {
  describe('after restoring a backup', () => {
    let world: AppWithSandbox;
    let donor: SignedIn;
    let backup: Backup;
    const read = () => world.app.deps.db.read;
    const backUp = async () => (backup = await takeBackup(world.app.deps));
    const restore = async () => {
      await world.sandbox.sandbox.webhooks.whenIdle(); // no message may arrive during the restore
      await restoreBackup(world.app.deps, backup);
    };
    const repair = async () => {
      await world.advance(60); // the next reconciliation is later than the last one
      return reconcile(world.app.deps, 'recent');
    };
    const donations = () => read().selectFrom('donations').selectAll().orderBy('id').execute();
    const unresolved = () =>
      read().selectFrom('quarantined_events').select(['event_id', 'reason']).where('resolved_at', 'is', null).execute();
    const mails = async () => {
      const jobs = await read().selectFrom('outbox').select(['kind', 'status']).execute();
      return jobs.map(({ kind, status }) => `${kind} ${status}`).toSorted();
    };
    const changePlan = async (payload: object): Promise<void> => {
      const { id } = await read().selectFrom('plans').select('id').executeTakeFirstOrThrow();
      const headers = { origin: ownOrigin, cookie: donor.cookie };
      const response = await world.app.server.inject({ method: 'PATCH', url: `/api/plans/${id}`, headers, payload });
      if (response.statusCode !== 200) throw new Error(`the change was refused: ${response.body}`);
    };

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      donor = await signIn(world.app);
      await world.pay();
      await repair();
    });
    afterEach(() => world.close());

    /** Restores the backup and reconciles. Returns the donations from before the restore and those after the reconciliation. */
    async function loseAndRebuild(): Promise<{ before: DonationRow[]; after: DonationRow[] }> {
      const before = await donations();
      await restore();
      await repair();
      const after = await donations();
      expect(await world.discrepancies()).toEqual([]);
      expect(await unresolved()).toEqual([]);
      return { before, after };
    }

    test('card payments return, with their donor and their ids', async () => {
      await backUp();
      await world.pay(customCheckoutBody(12.34));
      await world.pay(checkoutBody(), donor.cookie);
      const { before, after } = await loseAndRebuild();
      expect(after).toEqual(before);
      expect(after.filter(({ donor_id: id }) => id === donor.user.id)).toHaveLength(1);
    });

    test('a PayPal payment returns from its order, with the payer’s email address', async () => {
      await backUp();
      const page = paypalPage(world.app);
      const orderId = await page.order();
      await world.control.approveOrder(orderId, 'balance', 'payer@example.org');
      await page.capture(orderId);
      const { before, after } = await loseAndRebuild();
      expect([after, after.length]).toEqual([before, 2]);
      const payers = await read().selectFrom('payer_emails').select('email').execute();
      expect(new Set(payers.map(({ email }) => email))).toEqual(new Set(['donor@example.org', 'payer@example.org']));
    });

    test('a PayPal payment returns from the report alone, and resolves its quarantined event', async () => {
      await backUp();
      const orderId = await paypalPage(world.app).order();
      await world.control.approveOrder(orderId, 'balance', 'payer@example.org');
      captureAtPayPal(world, orderId);
      await world.sandbox.sandbox.webhooks.whenIdle();
      const before = await donations();
      await restore();
      const event = { provider: 'paypal', event_id: 'WH-1', kind: 'settled', session_id: orderId } as const;
      const at = world.app.deps.clock.now().toISOString();
      await world.app.deps.db.write
        .insertInto('payment_events')
        .values({
          ...event,
          intent_id: null,
          collected_minor: 524,
          collected_currency: 'CAD',
          occurred_at: at,
          received_at: at,
        })
        .execute();
      await world.app.deps.db.write
        .insertInto('quarantined_events')
        .values({
          provider: 'paypal',
          event_id: 'WH-1',
          reason: 'unknown_session',
          detail: '{}',
          quarantined_at: at,
          resolved_at: null,
        })
        .execute();
      await world.advance(60);
      await repair();
      expect(await donations()).toEqual(before);
      expect(await unresolved()).toEqual([]);
      expect(await world.discrepancies()).toEqual([]);
    });

    test('a bank debit that settles later returns while it is processing', async () => {
      await backUp();
      const { sessionId } = await world.openCheckout();
      await world.control.submitPayment(sessionId, { bankAccount: 'settles' });
      await world.sandbox.sandbox.webhooks.whenIdle();
      await restore();
      await repair();
      expect((await world.statuses()).toSorted()).toEqual(['processing', 'settled']);
      await world.advance(5 * daySeconds);
      expect(await donations()).toHaveLength(2);
      expect(await world.discrepancies()).toEqual([]);
    });

    test('a monthly donation returns with its plan, its changed terms and its renewals', async () => {
      await backUp();
      await world.pay(monthly, donor.cookie);
      await changePlan({ charityId: 7 });
      await world.advance(15 * daySeconds);
      await world.advance(17 * daySeconds);
      const plans = await read().selectFrom('plans').selectAll().execute();
      const terms = await read().selectFrom('plan_terms').selectAll().orderBy('number').execute();
      const { before, after } = await loseAndRebuild();
      expect([after, after.length]).toEqual([before, 3]);
      expect(await read().selectFrom('plan_terms').selectAll().orderBy('number').execute()).toEqual(terms);
      const volatile = { version: 0, updated_at: '', notified_for: '' };
      const rebuilt = await read().selectFrom('plans').selectAll().execute();
      expect(rebuilt.map((plan) => ({ ...plan, ...volatile }))).toEqual(
        plans.map((plan) => ({ ...plan, ...volatile })),
      );
    });

    test('renewals of a plan that the backup contains return, even after a change that it lacks', async () => {
      await world.pay(monthly, donor.cookie);
      await backUp();
      await changePlan({ charityId: 8 });
      await world.advance(15 * daySeconds);
      await world.advance(17 * daySeconds);
      const { before, after } = await loseAndRebuild();
      expect([after, after.length]).toEqual([before, 3]);
      expect(after.filter(({ charity_id: id }) => id === 8)).toHaveLength(1);
    });

    test('a plan that was canceled after the backup ends again', async () => {
      await world.pay(monthly, donor.cookie);
      await backUp();
      const [subscription] = await world.control.readSubscriptions();
      await world.control.cancelSubscription(subscription!.subscriptionId);
      await world.sandbox.sandbox.webhooks.whenIdle();
      await world.pay();
      await loseAndRebuild();
      expect(await read().selectFrom('plans').select('status').execute()).toEqual([{ status: 'ended' }]);
      expect((await mails()).filter((mail) => mail.startsWith('plan_ended'))).toEqual(['plan_ended held']);
    });

    test('refunds and disputes of payments before and after the backup return', async () => {
      await backUp();
      const { sessionId } = await world.pay();
      await world.pay();
      const payments = await world.control.readPayments();
      const [, second, third] = payments.map(({ paymentIntentId }) => paymentIntentId);
      await world.control.refund(payments[0]!.paymentIntentId, 100);
      await world.control.refund(second!);
      const { disputeId } = await world.control.openDispute(third!);
      await world.control.decideDispute(disputeId, 'lost');
      await world.sandbox.sandbox.webhooks.whenIdle();
      const { before, after } = await loseAndRebuild();
      expect([after, after.length]).toEqual([before, 3]);
      expect(sessionId).toBeDefined();
      expect((await mails()).filter((mail) => mail.startsWith('reversal'))).toEqual(Array(3).fill('reversal held'));
    });

    test('payments of a lost account belong to no one, and can be claimed', async () => {
      await backUp();
      const late = await signIn(world.app);
      await world.pay(checkoutBody(), late.cookie);
      await world.pay(monthly, late.cookie);
      await world.advance(15 * daySeconds);
      await world.app.server.inject({ url: '/api/user', headers: { cookie: late.cookie } });
      await world.advance(17 * daySeconds);
      const { before, after } = await loseAndRebuild();
      expect(after).toEqual(
        before.map((donation) => ({ ...donation, donor_id: null, donated_on: expect.any(String) })),
      );
      const { rebuilt } = (await repair()) ?? {};
      expect(rebuilt).toBeUndefined();
      const [plan] = await read().selectFrom('plans').select(['donor_id', 'status']).execute();
      expect(plan).toEqual({ donor_id: 'usr_lost', status: 'active' });
      const claim = await world.app.server.inject({
        method: 'PATCH',
        url: `/api/donations/${after.at(-1)?.id}/claim`,
        headers: { origin: ownOrigin, cookie: (await signIn(world.app)).cookie },
      });
      expect(claim.statusCode).toBe(200);
    });

    test('the result counts the rebuilt donations, and a second run adds nothing', async () => {
      await backUp();
      await world.pay();
      await world.pay(customCheckoutBody(10), (await signIn(world.app)).cookie);
      await restore();
      expect(await repair()).toMatchObject({
        healed: 2,
        quarantined: 0,
        rebuilt: {
          donations: 2,
          withoutAccount: 1,
          sums: [{ currency: 'CAD', donations: 2, totalMinor: 524 + 1496 }],
        },
      });
      const rows = await takeBackup(world.app.deps);
      const again = await repair();
      expect(again).toMatchObject({ healed: 0, quarantined: 0, unknownAtProvider: [] });
      expect(again?.rebuilt).toBeUndefined();
      for (const table of [
        'donations',
        'donation_intents',
        'ledger_entries',
        'payment_events',
        'outbox',
        'restores',
      ] as const)
        expect((await takeBackup(world.app.deps)).get(table)).toEqual(rows.get(table));
    });

    test('receipts of rebuilt donations are held, and so are those that the backup was about to send', async () => {
      await world.pay();
      await backUp(); // both receipts are waiting
      await world.pay();
      await restore();
      await repair();
      expect(await mails()).toEqual(['receipt held', 'receipt held', 'receipt held']);
      await world.advance(60);
      await world.pay();
      expect(await mails()).toEqual(['receipt held', 'receipt held', 'receipt held', 'receipt waiting']);
    });

    test('a webhook about a lost payment rebuilds it too', async () => {
      await backUp();
      const { sessionId } = await world.openCheckout();
      await restore();
      await world.control.submitPayment(sessionId);
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await donations()).toHaveLength(2);
      expect(await world.discrepancies()).toEqual([]);
    });

    test('an old backup is compared from its last complete run on', async () => {
      await backUp();
      await world.pay();
      await world.advance(40 * daySeconds);
      const before = await donations();
      await restore();
      await repair();
      expect(await donations()).toEqual(before);
    });

    test('a backup without any complete run is compared from its newest record on', async () => {
      await world.app.deps.db.write.deleteFrom('reconciliation_runs').execute();
      await backUp();
      await world.pay();
      await world.advance(40 * daySeconds);
      const before = await donations();
      await restore();
      await repair();
      expect(await donations()).toEqual(before);
      expect((await mails()).every((mail) => mail === 'receipt held')).toBe(true);
    });

    test('an unpaid checkout returns as expired', async () => {
      await backUp();
      await world.openCheckout();
      await world.advance(40 * 60);
      await restore();
      expect(await repair()).toMatchObject({ quarantined: 0 });
      expect((await world.statuses()).toSorted()).toEqual(['expired', 'settled']);
    });
  });
});
