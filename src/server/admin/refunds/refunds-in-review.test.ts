import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refundSentences } from '#contract/admin/donations/refunds.ts';
import type { OutboxRow } from '#server/db/tables.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import { paymentJobs, reconcile } from '#server/payments/index.ts';
import { postText, refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { signInAdmin } from '#test/support/accounts/signed-in.ts';

const inReview = [409, refusal('refund_under_way', refundSentences.inReview)];
const requested = [200, { status: 'requested', amount: 2, currency: 'CAD' }];

forEachDatabase((engine) => {
  describe('a refund is refused while an earlier one needs review', () => {
    let world: AppWithSandbox;
    let cookie: string;
    let donationId: string;
    let otherId: string;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      cookie = await signInAdmin(world.app);
      ({ donationId } = await world.pay());
      otherId = (await world.pay()).donationId;
      await world.control.armWebhookFault({ kind: 'drop', times: 9 });
    });
    afterEach(async () => {
      await world.control.clearFaults();
      await reconcile(world.app.deps, 'recent');
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    const refund = async (amounts: object, id = donationId) => {
      const body = JSON.stringify({ ...amounts, reason: 'Asked for it' });
      const response = await postText(world.app, `/api/admin/donations/${id}/refund`, body, { cookie });
      return [response.statusCode, response.json<unknown>()];
    };
    const work = () => workOutbox(world.app.deps, paymentJobs);
    const refundedMinor = async () =>
      (await world.control.readPayments()).reduce((total, payment) => total + payment.amountRefundedMinor, 0);
    /** The provider makes the refund, but responds with a status that we do not know. */
    const refundUnclearly = async () => {
      const { cards } = world.app.deps;
      const unclear: typeof cards = {
        ...cards,
        refundPayment: async (request) => {
          const response = await cards.refundPayment(request);
          return response.code === 'refunded'
            ? { ...response, event: { ...response.event, fact: 'noted', problem: 'unknown_status' } }
            : response;
        },
      };
      expect(await refund({ amount: 2, expectedRemaining: 5.24 })).toEqual(requested);
      expect(await workOutbox({ ...world.app.deps, cards: unclear }, paymentJobs)).toMatchObject({ done: 1 });
    };

    test('because its response is quarantined, until another message explains it', async () => {
      await refundUnclearly();
      const quarantined = world.app.deps.db.read.selectFrom('quarantined_events').select('reason');
      expect(await quarantined.execute()).toEqual([{ reason: 'unknown_status' }]);
      for (const body of [{ amount: 2, expectedRemaining: 5.24 }, { expectedRemaining: 5.24 }, {}]) {
        expect(await refund(body)).toEqual(inReview);
      }
      expect(await refundedMinor()).toBe(200);
      await world.control.clearFaults();
      await reconcile(world.app.deps, 'recent');
      expect(await refund({ amount: 2, expectedRemaining: 3.24 })).toEqual(requested);
      await work();
      expect(await refundedMinor()).toBe(400);
    });

    test('until an operator marks it as resolved, and only for its donation', async () => {
      await refundUnclearly();
      expect(await refund({ amount: 2, expectedRemaining: 5.24 }, otherId)).toEqual(requested);
      expect(await refund({ amount: 2, expectedRemaining: 5.24 })).toEqual(inReview);
      const resolved = { resolved_at: world.app.clock.now().toISOString() };
      await world.app.deps.db.write.updateTable('quarantined_events').set(resolved).execute();
      expect(await refund({ amount: 2, expectedRemaining: 5.24 })).toEqual(requested);
      await work();
    });

    test('because its job is dead but may have made the refund', async () => {
      const setStatus = (status: OutboxRow['status']) =>
        world.app.deps.db.write.updateTable('outbox').set({ status }).where('kind', '=', 'refund_payment').execute();
      expect(await refund({ amount: 2, expectedRemaining: 5.24 })).toEqual(requested);
      await setStatus('dead');
      expect(await refund({ amount: 2, expectedRemaining: 5.24 })).toEqual(inReview);
      await setStatus('waiting');
      await work();
      expect(await refundedMinor()).toBe(200);
    });
  });
});
