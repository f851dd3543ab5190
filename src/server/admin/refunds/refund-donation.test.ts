import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refundSentences } from '#contract/admin/donations/refunds.ts';
import { money } from '#domain/money/money.ts';
import { newId } from '#server/ids.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import { roundOf } from '#test/support/app/outbox-round.ts';
import { applyReversal, paymentJobs } from '#server/payments/index.ts';
import { postText, refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import { signIn, signInAdmin } from '#test/support/accounts/signed-in.ts';

const withReason = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? { reason: 'Asked for it', ...body } : body;

forEachDatabase((engine) => {
  describe('a refund by the administrator', () => {
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

    let requests = 0;
    /** Requests a refund. Each request has its own key, like a new confirmation on the page, unless the test names one. */
    const refund = (
      donationId: string,
      body: unknown = {},
      { sentBy = cookie, key = `refund-request-${(requests += 1)}` }: { sentBy?: string; key?: string | null } = {},
    ): Promise<LightMyRequestResponse> =>
      postText(world.app, `/api/admin/donations/${donationId}/refund`, JSON.stringify(withReason(body)), {
        cookie: sentBy,
        ...(key === null ? {} : { 'idempotency-key': key }),
      });
    const summary = (response: LightMyRequestResponse) => [response.statusCode, response.json<unknown>()];
    const work = () => workOutbox(world.app.deps, paymentJobs);
    const refunded = async () =>
      (await world.control.readPayments()).map(({ amountRefundedMinor }) => amountRefundedMinor);

    test('of the whole charge is executed by the provider and posted from its response', async () => {
      const { donationId } = await world.pay();
      const response = await refund(donationId);
      expect([response.statusCode, response.json()]).toEqual([
        200,
        { status: 'requested', amount: 5.24, currency: 'CAD' },
      ]);
      expect(await refunded(), 'the provider is not called during the request').toEqual([0]);
      await work();
      expect(await refunded()).toEqual([524]);
      const [reversal] = await world.app.deps.db.read.selectFrom('reversals').selectAll().execute();
      expect(reversal).toMatchObject({ is_active: 1, amount_minor: 524 });
    });

    test('needs a reason, and the audit log keeps it', async () => {
      const { donationId } = await world.pay();
      for (const body of [{ reason: '  ' }, { reason: undefined }, { reason: 'x'.repeat(501) }])
        expect((await refund(donationId, body)).statusCode).toBe(400);
      expect((await postText(world.app, `/api/admin/donations/${donationId}/refund`, '', { cookie })).statusCode).toBe(
        400,
      );
      await refund(donationId, { reason: ' Paid twice ' });
      expect(await loggedActions(world.app)).toMatchObject([{ action: 'refund_requested', reason: 'Paid twice' }]);
      await work();
    });

    test('in parts is possible until nothing is left', async () => {
      const { donationId } = await world.pay();
      for (const amount of [1.24, 1.24, 2.76]) {
        expect((await refund(donationId, { amount })).json()).toEqual({ status: 'requested', amount, currency: 'CAD' });
        await work();
      }
      expect(await refunded()).toEqual([524]);
      const response = await refund(donationId, { amount: 1 });
      expect([response.statusCode, response.json()]).toEqual([
        409,
        refusal('nothing_to_refund', refundSentences.nothingLeft),
      ]);
    });

    test('requested three times at the same time is made once', async () => {
      const { donationId } = await world.pay();
      const body = { amount: 1, expectedRemaining: 5.24 };
      const responses = await Promise.all([1, 2, 3].map(() => refund(donationId, body, { key: null })));
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
      await work();
      expect(await refunded()).toEqual([100]);
    });

    const asked = (amount: number) => [200, { status: 'requested', amount, currency: 'CAD' }];
    const changed = [409, refusal('remaining_changed', refundSentences.remainingChanged)];

    test('is made once even if it is repeated with its key after it was made', async () => {
      const { donationId } = await world.pay();
      const body = { amount: 2, expectedRemaining: 5.24 };
      expect(summary(await refund(donationId, body, { key: 'first-click' }))).toEqual(asked(2));
      await work();
      world.app.clock.advance(2000);
      expect(summary(await refund(donationId, body, { key: 'first-click' }))).toEqual(asked(2));
      expect(summary(await refund(donationId, { amount: 2 }, { key: 'first-click' }))).toEqual(asked(2));
      await work();
      expect(await refunded()).toEqual([200]);
    });

    test('is refused if it is requested two seconds later with a new key and the same expected remainder', async () => {
      const { donationId } = await world.pay();
      const body = { amount: 2, expectedRemaining: 5.24 };
      expect(summary(await refund(donationId, body))).toEqual(asked(2));
      expect((await refund(donationId, body)).json()).toMatchObject({ code: 'refund_under_way' });
      await work();
      world.app.clock.advance(2000);
      expect(summary(await refund(donationId, body))).toEqual(changed);
      expect(summary(await refund(donationId, body, { key: null }))).toEqual(changed);
      await work();
      expect(await refunded()).toEqual([200]);
      expect(summary(await refund(donationId, { amount: 2, expectedRemaining: 3.24 }))).toEqual(asked(2));
      await work();
      expect(await refunded()).toEqual([400]);
    });

    test('of everything gets the same response when it is repeated with its key after it was made', async () => {
      const { donationId } = await world.pay();
      expect(summary(await refund(donationId, {}, { key: 'everything' }))).toEqual(asked(5.24));
      await work();
      expect(summary(await refund(donationId, {}, { key: 'everything' }))).toEqual(asked(5.24));
    });

    test.each([{ amount: 3 }, {}])('with the key of a different refund, and the body %j, is refused', async (body) => {
      const { donationId } = await world.pay();
      await refund(donationId, { amount: 2 }, { key: 'first-click' });
      expect(summary(await refund(donationId, body, { key: 'first-click' }))).toEqual([
        409,
        refusal('refund_conflict', refundSentences.keyReused),
      ]);
      await work();
      expect(await refunded()).toEqual([200]);
    });

    test('of a part without a key and an expected remainder is refused', async () => {
      const { donationId } = await world.pay();
      expect(summary(await refund(donationId, { amount: 2 }, { key: null }))).toEqual([
        400,
        refusal('invalid_request', refundSentences.notRepeatable),
      ]);
    });

    test('can be requested again after the provider refused it', async () => {
      const { donationId } = await world.pay();
      const [payment] = await world.control.readPayments();
      const { disputeId } = await world.control.openDispute(payment?.paymentIntentId ?? '', { amountMinor: 24 });
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(summary(await refund(donationId, { amount: 2 }))).toEqual(asked(2));
      expect(await work()).toMatchObject({ done: 1 });
      expect(await refunded()).toEqual([0]);
      await world.control.decideDispute(disputeId, 'won');
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(summary(await refund(donationId, { amount: 2, expectedRemaining: 5.24 }))).toEqual(asked(2));
      await work();
      expect(await refunded()).toEqual([200]);
    });

    test('is made once if the provider’s response is lost and it is requested again', async () => {
      const { donationId } = await world.pay();
      const lost = { kind: 'cut', method: 'POST', path: '/v1/refunds', times: 2, moment: 'after_effect' } as const;
      await world.control.armApiFault(lost);
      const body = { amount: 2, expectedRemaining: 5.24 };
      await refund(donationId, body, { key: 'first-click' });
      expect(await work()).toMatchObject({ postponed: 1 });
      expect(summary(await refund(donationId, body, { key: 'first-click' }))).toEqual(asked(2));
      world.app.clock.advance(60_000);
      expect(await work()).toMatchObject({ done: 1 });
      expect(await refunded()).toEqual([200]);
    });

    test('is subtracted from the remaining amount of the donation', async () => {
      const { donationId } = await world.pay();
      const read = (id: string, sentBy = cookie) =>
        world.app.server.inject({ url: `/api/admin/donations/${id}`, headers: { cookie: sentBy } });
      expect((await read(donationId)).json()).toMatchObject({ charged: 5.24, remaining: 5.24, currency: 'CAD' });
      await refund(donationId, { amount: 2 });
      await work();
      expect((await read(donationId)).json()).toMatchObject({ charged: 5.24, remaining: 3.24, currency: 'CAD' });
      for (const id of ['nonsense', newId('don', world.app.deps.random)]) {
        expect(summary(await read(id))).toEqual([404, refusal('donation_not_found', refundSentences.unknown)]);
      }
      expect((await read(donationId, '')).statusCode).toBe(401);
      expect((await read(donationId, (await signIn(world.app)).cookie)).statusCode).toBe(403);
    });

    test('is refused while one of another amount is not done', async () => {
      const { donationId } = await world.pay();
      await refund(donationId, { amount: 1 });
      const response = await refund(donationId, { amount: 2 });
      expect([response.statusCode, response.json()]).toEqual([
        409,
        refusal('refund_under_way', refundSentences.underWay),
      ]);
      await work();
      expect((await refund(donationId, { amount: 2 })).statusCode).toBe(200);
      await work();
      expect(await refunded()).toEqual([300]);
    });

    test('is refused while another one is pending at the provider', async () => {
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
        const response = await refund(donationId, body);
        expect([response.statusCode, response.json()]).toEqual([
          409,
          refusal('refund_under_way', refundSentences.underWay),
        ]);
      }
      await reportRefund('returned');
      expect((await refund(donationId)).json()).toMatchObject({ amount: 5.24 });
      await work();
    });

    test('can be requested again after it failed at the bank', async () => {
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
      const response = await refund(donationId, { amount });
      expect([response.statusCode, response.json()]).toEqual([
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
        const response = await refund(id);
        expect([response.statusCode, response.json()]).toEqual([
          404,
          refusal('donation_not_found', refundSentences.unknown),
        ]);
      }
    });

    test('is for administrators only', async () => {
      const { donationId } = await world.pay();
      const donor = await signIn(world.app);
      expect((await refund(donationId, {}, { sentBy: '' })).statusCode).toBe(401);
      expect((await refund(donationId, {}, { sentBy: donor.cookie })).statusCode).toBe(403);
      expect(await work()).toEqual(roundOf({}));
    });
  });
});
