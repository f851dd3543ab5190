import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DonationDetail } from '#contract/admin/donations/detail.ts';
import { paymentJobs } from '#server/payments/index.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import { copyPayableEntries, createBatch, payBatch, readFigures, requestReturn } from '#server/payouts/index.ts';
import { toDecimal } from '#domain/money/money.ts';
import { memberOf, signInStaff } from '#test/support/accounts/staff.ts';
import { approveReturn } from '#test/support/payouts/approve-return.ts';
import { insertAccount } from '#test/support/payouts/ledger-world.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { signIn, signInAdmin } from '#test/support/accounts/signed-in.ts';
import { postText } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { openIntent } from '#test/support/payments/open-intent.ts';

forEachDatabase((engine) => {
  describe('GET /api/admin/donations/{id}', () => {
    let world: AppWithSandbox;
    let cookie: string;
    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      cookie = await signInAdmin(world.app);
    });
    afterEach(() => world.close());

    const get = (id: string) => world.app.server.inject({ url: `/api/admin/donations/${id}`, headers: { cookie } });
    const read = async (id: string): Promise<DonationDetail> => (await get(id)).json<DonationDetail>();
    const post = (id: string, action: string, body: object) =>
      postText(world.app, `/api/admin/donations/${id}/${action}`, JSON.stringify(body), { cookie });

    test('lists what happened to a donation, from the checkout to a refund, in order', async () => {
      const { donationId } = await world.pay();
      const donor = await signIn(world.app);
      await call(world.app, {
        method: 'PATCH',
        url: `/api/donations/${donationId}/claim`,
        cookie: donor.cookie,
        body: {},
      });
      await post(donationId, 'notes', { note: 'Paid twice, by phone.' });
      await post(donationId, 'refund', { amount: 2, expectedRemaining: 5.24, reason: 'Paid twice' });
      await workOutbox(world.app.deps, paymentJobs);
      const donation = await read(donationId);
      expect(donation).toMatchObject({
        id: donationId,
        state: 'partly_refunded',
        charged: 5.24,
        remaining: 3.24,
        currency: 'CAD',
        donorId: donor.user.id,
        paidBy: 'guest',
        card: null,
      });
      const happened = donation.timeline.map((entry) => entry.kind);
      expect(happened[0]).toBe('checkout_opened');
      expect(new Set(happened)).toEqual(
        new Set(['checkout_opened', 'payment', 'posted', 'email', 'claimed', 'note', 'refund_requested', 'reversal']),
      );
      expect(happened.indexOf('payment')).toBeLessThan(happened.indexOf('posted'));
      expect(happened.indexOf('refund_requested')).toBeLessThan(happened.indexOf('reversal'));
      expect(new Set(donation.timeline.map(({ id }) => id)).size).toBe(happened.length);
      const posted = donation.timeline.flatMap((entry) => (entry.kind === 'posted' ? [entry] : []));
      for (const { entries } of posted)
        expect(entries.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(0);
      expect(donation.timeline).toContainEqual(
        expect.objectContaining({ kind: 'note', author: 'admin', note: 'Paid twice, by phone.' }),
      );
    });

    test('says of a requested refund whether the provider refused it, or may have made it', async () => {
      const { donationId } = await world.pay();
      const states = async () =>
        (await read(donationId)).timeline.flatMap((entry) => (entry.kind === 'refund_requested' ? [entry.state] : []));
      const requestRefund = (expectedRemaining: number) =>
        post(donationId, 'refund', { amount: 2, expectedRemaining, reason: 'Paid twice' });
      const [payment] = await world.control.readPayments();
      const { disputeId } = await world.control.openDispute(payment?.paymentIntentId ?? '', { amountMinor: 24 });
      await world.sandbox.sandbox.webhooks.whenIdle();
      await requestRefund(5);
      expect(await states()).toEqual(['waiting']);
      await workOutbox(world.app.deps, paymentJobs);
      expect(await states()).toEqual(['refused']);
      await world.control.decideDispute(disputeId, 'won');
      await world.sandbox.sandbox.webhooks.whenIdle();
      await requestRefund(5.24);
      const jobs = world.app.deps.db.write.updateTable('outbox').where('dedupe_key', '=', `refund:${donationId}:2`);
      for (const status of ['dead', 'discarded'] as const) {
        await jobs.set({ status }).execute();
        expect(await states()).toEqual(['refused', 'failed']);
      }
      await jobs.set({ status: 'waiting' }).execute();
      await workOutbox(world.app.deps, paymentJobs);
      expect(await states()).toEqual(['refused', 'done']);
    });

    test('lists a reversal once if the provider reports it twice, and names accounts as the books do', async () => {
      const { donationId } = await world.pay();
      await post(donationId, 'refund', { amount: 2, expectedRemaining: 5.24, reason: 'Paid twice' });
      await workOutbox(world.app.deps, paymentJobs);
      await world.sandbox.sandbox.webhooks.whenIdle();
      const events = world.app.deps.db.read.selectFrom('reversal_events').select('fact');
      expect(await events.execute()).toEqual([{ fact: 'taken' }, { fact: 'taken' }]);
      const { timeline } = await read(donationId);
      expect(timeline.filter(({ kind }) => kind === 'reversal')).toHaveLength(1);
      const names = timeline.flatMap((entry) => (entry.kind === 'posted' ? entry.entries.map(({ name }) => name) : []));
      expect(new Set(names)).toEqual(new Set(['Held by Stripe', 'Food banks across Canada', 'Service fees earned']));
    });

    test("lists a provider's report before its ledger transaction, even if the provider's clock is ahead", async () => {
      const { sessionId, donationId } = await world.openCheckout();
      await world.control.advanceClock(600);
      await world.control.submitPayment(sessionId);
      await world.sandbox.sandbox.webhooks.whenIdle();
      await post(donationId, 'refund', { amount: 2, expectedRemaining: 5.24, reason: 'Paid twice' });
      await workOutbox(world.app.deps, paymentJobs);
      const { timeline } = await read(donationId);
      const happened = timeline.map((entry) => (entry.kind === 'posted' ? entry.cause.split(':', 1)[0] : entry.kind));
      expect(happened.slice(0, 4)).toEqual(['checkout_opened', 'payment', 'refund_requested', 'reversal']);
      expect(happened).toContain('settlement');
    });

    test('lists the payout to the charity, and the actions of staff', async () => {
      const { donationId } = await world.pay();
      const { deps, clock } = world.app;
      await post(donationId, 'claim-link', { reason: 'Lost it' });
      clock.advance(15 * 24 * 60 * 60 * 1000);
      await copyPayableEntries(deps);
      const [figures] = await readFigures(deps, deps.db.read);
      if (!figures) throw new Error('the donation is not payable');
      const { charityId, payable: expected } = figures;
      await insertAccount(deps, charityId, 'CAD');
      const day = clock.now().toISOString().slice(0, 10);
      const payouts = [{ payee: { charityId, currency: expected.currency }, expected }];
      const batch = await createBatch(deps, await memberOf(deps, 'usr_creator'), { day, payouts, reason: 'Friday' });
      const batchId = 'batchId' in batch ? batch.batchId : JSON.stringify(batch);
      const payoutsOf = ({ timeline }: DonationDetail) => timeline.filter(({ kind }) => kind === 'payout');
      const inBatch = { kind: 'payout', batchId, fact: 'in_batch', amount: toDecimal(expected), currency: 'CAD' };
      expect(payoutsOf(await read(donationId))).toMatchObject([inBatch]);
      clock.advance(1000);
      const paid = { paidOn: day, reference: 'BANK-1', isWaived: false, reason: 'Friday' };
      await payBatch(deps, await memberOf(deps, 'usr_payer'), batchId, paid);
      const donation = await read(donationId);
      expect(payoutsOf(donation)).toMatchObject([inBatch, { ...inBatch, fact: 'paid' }]);
      clock.advance(1000);
      const { id: payoutId } = await deps.db.read.selectFrom('payouts').select('id').executeTakeFirstOrThrow();
      const returned = { returnedOn: day, bankReason: 'Account closed', reference: 'R-1', reason: 'Came back' };
      await requestReturn(deps, await memberOf(deps, 'usr_creator'), payoutId, returned);
      const { user } = await signInStaff(world.app, 'finance');
      await approveReturn(deps, payoutId, await memberOf(deps, user.id));
      const facts = payoutsOf(await read(donationId));
      expect(facts).toMatchObject([inBatch, { ...inBatch, fact: 'paid' }, { ...inBatch, fact: 'returned' }]);
      expect(donation.timeline).toContainEqual(
        expect.objectContaining({
          kind: 'staff_action',
          actor: 'admin',
          action: 'Made a claim link',
          reason: 'Lost it',
        }),
      );
    });

    test('shows a payment that has not become a donation', async () => {
      const { id: intentId, donation_id: id } = await openIntent(world.app);
      expect(await read(id)).toMatchObject({
        id,
        intentId,
        state: 'pending',
        remaining: 0,
        timeline: [{ kind: 'checkout_opened' }],
      });
    });

    test.each(['don_1', 'don_00000000000000000000000000', 'x'])('finds no donation with the id %s', async (id) => {
      expect((await get(id)).statusCode).toBe(404);
    });
  });
});
