import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refundSentences } from '#contract/money-desk.ts';
import { money } from '#domain/money/money.ts';
import { newId } from '#server/ids.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import { applyReversal, paymentJobs } from '#server/payments/index.ts';
import { postText, refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { signIn, signInAdmin } from '#test/support/accounts/signed-in.ts';

forEachDatabase((engine) => {
  describe(`a refund by the administrator, on ${engine}`, () => {
    let world: AppWithSandbox;
    let cookie: string;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      cookie = await signInAdmin(world.app);
    });
    afterEach(async () => {
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    const refund = (donationId: string, body: unknown = {}, sentBy = cookie): Promise<LightMyRequestResponse> =>
      postText(world.app, `/api/admin/donations/${donationId}/refund`, JSON.stringify(body), { cookie: sentBy });
    const work = () => workOutbox(world.app.deps, paymentJobs);
    const refunded = async () =>
      (await world.control.readPayments()).map(({ amountRefundedMinor }) => amountRefundedMinor);

    test('of the whole charge is executed by the provider and posted from its answer', async () => {
      const { donationId } = await world.pay();
      const answer = await refund(donationId);
      expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'requested', amount: 5.24, currency: 'CAD' }]);
      expect(await refunded(), 'the provider is not called during the request').toEqual([0]);
      await work();
      expect(await refunded()).toEqual([524]);
      const [reversal] = await world.app.deps.db.read.selectFrom('reversals').selectAll().execute();
      expect(reversal).toMatchObject({ is_active: 1, amount_minor: 524 });
    });

    test('can be requested without a body', async () => {
      const { donationId } = await world.pay();
      const url = `/api/admin/donations/${donationId}/refund`;
      expect((await postText(world.app, url, '', { cookie })).json()).toMatchObject({ amount: 5.24 });
      await work();
    });

    test('in parts is possible until nothing is left', async () => {
      const { donationId } = await world.pay();
      for (const amount of [1.24, 1.24, 2.76]) {
        expect((await refund(donationId, { amount })).json()).toEqual({ status: 'requested', amount, currency: 'CAD' });
        await work();
      }
      expect(await refunded()).toEqual([524]);
      const answer = await refund(donationId, { amount: 1 });
      expect([answer.statusCode, answer.json()]).toEqual([
        409,
        refusal('nothing_to_refund', refundSentences.nothingLeft),
      ]);
    });

    test('requested three times at once is made once', async () => {
      const { donationId } = await world.pay();
      const answers = await Promise.all([1, 2, 3].map(() => refund(donationId, { amount: 1 })));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
      await work();
      expect(await refunded()).toEqual([100]);
    });

    test('of another amount is refused until the first is done', async () => {
      const { donationId } = await world.pay();
      await refund(donationId, { amount: 1 });
      const answer = await refund(donationId, { amount: 2 });
      expect([answer.statusCode, answer.json()]).toEqual([409, refusal('refund_under_way', refundSentences.underWay)]);
      await work();
      expect((await refund(donationId, { amount: 2 })).statusCode).toBe(200);
      await work();
      expect(await refunded()).toEqual([300]);
    });

    test('is refused while the provider has one pending', async () => {
      const { donationId } = await world.pay();
      const { deps } = world.app;
      const [payment] = await world.control.readPayments();
      const reportRefund = (fact: 'noted' | 'returned') =>
        applyReversal(
          deps,
          {
            provider: 'stripe',
            eventId: `evt_${fact}`,
            occurredAt: deps.clock.now(),
            isLive: false,
            account: undefined,
            reversalId: 're_waiting',
            kind: 'refund',
            paymentId: payment?.paymentIntentId ?? '',
            fact,
            amount: money(400, 'CAD'),
          },
          false,
        );
      await reportRefund('noted');
      for (const body of [{}, { amount: 1 }, { amount: 4 }]) {
        const answer = await refund(donationId, body);
        expect([answer.statusCode, answer.json()]).toEqual([
          409,
          refusal('refund_under_way', refundSentences.underWay),
        ]);
      }
      await reportRefund('returned');
      expect((await refund(donationId)).json()).toMatchObject({ amount: 5.24 });
      await work();
    });

    test('that failed at the bank can be requested again', async () => {
      const { donationId } = await world.pay();
      await refund(donationId);
      await work();
      const [made] = [...world.sandbox.sandbox.store.refunds.values()];
      await world.control.failRefund(made?.id ?? '');
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect((await refund(donationId)).statusCode).toBe(200);
      await work();
      expect(await refunded()).toEqual([524]);
    });

    test.each([0, -1, 5.25, 1.005, 1e300])('of %d is refused', async (amount) => {
      const { donationId } = await world.pay();
      const answer = await refund(donationId, { amount });
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        refusal('invalid_amount', refundSentences.amountInvalid),
      ]);
    });

    test.each([{ amount: '5' }, { amount: true }, 'all', []])('with the body %j is refused', async (body) => {
      const { donationId } = await world.pay();
      expect((await refund(donationId, body)).statusCode).toBe(400);
    });

    test('of an unknown donation is not found', async () => {
      for (const id of ['nonsense', newId('don', world.app.deps.random), 'don_%27']) {
        const answer = await refund(id);
        expect([answer.statusCode, answer.json()]).toEqual([
          404,
          refusal('donation_not_found', refundSentences.unknown),
        ]);
      }
    });

    test('is for administrators only', async () => {
      const { donationId } = await world.pay();
      const donor = await signIn(world.app);
      expect((await refund(donationId, {}, '')).statusCode).toBe(401);
      expect((await refund(donationId, {}, donor.cookie)).statusCode).toBe(403);
      expect(await work()).toEqual({ done: 0, no_recipient: 0, postponed: 0, dead: 0 });
    });
  });
});
