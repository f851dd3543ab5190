import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { webhookMessages } from '#contract/webhooks.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { signIn } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { activeSubscriptions, insertActivePlan } from '#test/support/payments/active-subscriptions.ts';
import { deliver, openIntent, paidByGuest, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { paidWithPayment, refundMessage } from '#test/support/payments/reversal-messages.ts';
import { paidBatch } from '#test/support/payouts/valid-payout-calls.ts';
import { startReceiver, type Receiver } from '#test/support/webhooks/receiver.ts';
import { isSignedWith, sendWebhooks } from '#test/support/webhooks/send-webhooks.ts';
import { insertWebhook, endpointSecret } from '#test/support/webhooks/webhooks.ts';

forEachDatabase((engine) => {
  describe('an event', () => {
    let app: TestApp;
    let receiver: Receiver;

    beforeEach(async () => {
      receiver = await startReceiver();
      app = await startApp(engine, { cards: { ...stubCardsWithWebhook(), subscriptions: activeSubscriptions } });
    });
    afterEach(async () => {
      await app.close();
      await receiver.close();
    });

    const listen = (events: string) => insertWebhook(app, { url: receiver.url, events });
    /** The bodies that arrived; each one is signed, and matches the contract. */
    const arrived = async (): Promise<unknown[]> => {
      await sendWebhooks(app);
      return receiver.received.map((message) => {
        expect(isSignedWith(endpointSecret, message)).toBe(true);
        const body = JSON.parse(message.body) as { type: string };
        webhookMessages.find(({ type }) => type === body.type)?.body.parse(body);
        return body;
      });
    };
    const announced = () =>
      app.deps.db.read.selectFrom('outbox').select('payload').where('kind', '=', 'announce_event').execute();

    test('of a paid donation is sent once, however often the provider reports it', async () => {
      await listen('donation.settled');
      const intent = await openIntent(app);
      for (let time = 0; time < 3; time += 1) await deliver(app, paidByGuest(intent, 'noor@example.org'));
      const settledAt = expect.stringMatching(/^20\d\d-.*Z$/) as string;
      expect(await arrived()).toEqual([
        {
          type: 'donation.settled',
          timestamp: settledAt,
          data: {
            donationId: intent.donation_id,
            charityId: 6,
            planId: null,
            state: 'settled',
            amount: 4.76,
            serviceFee: 0.48,
            total: 5.24,
            currency: 'CAD',
            settledAt,
          },
        },
      ]);
      expect(JSON.stringify(receiver.received)).not.toMatch(/noor|cs_test|pi_/);
    });

    test('has the same id for each endpoint, the one in its job', async () => {
      await listen('donation.settled');
      await listen('donation.settled payout.paid');
      const intent = await openIntent(app);
      await deliver(app, paidByGuest(intent, null));
      await sendWebhooks(app);
      const [job] = await announced();
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      expect(ids).toHaveLength(2);
      expect(new Set(ids)).toEqual(new Set([(JSON.parse(job?.payload ?? '') as { eventId: string }).eventId]));
    });

    test('enqueues no job while no active endpoint wants it', async () => {
      await listen('payout.paid');
      await insertWebhook(app, { status: 'paused', events: 'donation.settled' });
      await deliver(app, paidByGuest(await openIntent(app), null));
      expect(await announced()).toEqual([]);
    });

    test('of each refund says how much has been refunded', async () => {
      await listen('donation.refunded');
      const intent = await openIntent(app);
      await deliver(app, paidWithPayment(intent));
      await deliver(app, refundMessage(intent, 'created', { id: 're_1', amountMinor: 100 }));
      await deliver(app, refundMessage(intent, 'created', { id: 're_2', amountMinor: 424 }));
      await deliver(app, refundMessage(intent, 'failed', { id: 're_1', amountMinor: 100, status: 'failed' }));
      const data = (await arrived()).map((body) => (body as { data: object }).data);
      const common = { donationId: intent.donation_id, cause: 'refund', total: 5.24, currency: 'CAD' };
      expect(data).toHaveLength(3);
      expect(data).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ ...common, state: 'partly_refunded', amount: 1, refunded: 1 }),
          expect.objectContaining({ ...common, state: 'refunded', amount: 4.24, refunded: 5.24 }),
          expect.objectContaining({ ...common, state: 'partly_refunded', amount: -1, refunded: 4.24 }),
        ]),
      );
    });

    test('of a monthly donation is sent when it is paused, resumed and canceled', async () => {
      await listen('plan.changed');
      const donor = await signIn(app);
      const planId = await insertActivePlan(app, donor);
      const change = (action: string, body: object) =>
        call(app, { method: 'POST', url: `/api/plans/${planId}/${action}`, cookie: donor.cookie, body });
      for (const [action, body] of [
        ['pause', { months: 2 }],
        ['resume', {}],
        ['cancel', {}],
      ] as const)
        expect((await change(action, body)).statusCode).toBe(200);
      const data = (await arrived()).map((body) => (body as { data: object }).data);
      expect(data).toHaveLength(3);
      expect(data).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ planId, state: 'paused', pausedUntil: expect.any(String) as string }),
          expect.objectContaining({ planId, state: 'active', pausedUntil: null, endedAt: null }),
          expect.objectContaining({
            planId,
            state: 'ended',
            nextChargeAt: null,
            endedAt: expect.any(String) as string,
          }),
        ]),
      );
      expect(JSON.stringify(data)).not.toContain(donor.user.id);
    });

    test('of a payout is sent when its batch is paid', async () => {
      await listen('payout.paid');
      const { batchId, payoutId } = await paidBatch(app);
      expect(await arrived()).toMatchObject([
        { type: 'payout.paid', data: { payoutId, batchId, charityId: 6, state: 'paid', currency: 'CAD' } },
      ]);
    });
  });
});
