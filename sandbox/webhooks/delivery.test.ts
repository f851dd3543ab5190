import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type Stripe from 'stripe';
import { controlSandbox, type SandboxControl } from '../control-client.ts';
import { startSandbox, type RunningSandbox } from '../start-sandbox.ts';
import { payWithCard, stripeFor } from '../testing/payer.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';

const hourMs = 3_600_000;
const completed = 'checkout.session.completed';

let receiver: WebhookReceiver;
let running: RunningSandbox;
let stripe: Stripe;
let control: SandboxControl;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  // An hour between attempts, so that only the retries requested by a test happen.
  running = await startSandbox({ webhook: { url: receiver.url, secret: receiver.secret }, retryDelaysMs: [hourMs] });
  stripe = stripeFor(running);
  control = controlSandbox(running.url);
});

afterEach(async () => {
  await running.close();
  await receiver.close();
});

const times = (type: string) => receiver.types().filter((received) => received === type).length;
const pay = async () => {
  const { sessionId } = await payWithCard(running);
  await running.sandbox.webhooks.whenIdle();
  return sessionId;
};
const eventOf = async (type: string) => (await stripe.events.list({ type })).data[0];

describe('an endpoint that fails', () => {
  test('gets an event again, with a new signature, until it accepts the event', async () => {
    receiver.respondWith(500, 500, 500, 500, 500);
    await pay();
    expect((await eventOf(completed))?.pending_webhooks).toBe(1);
    expect((await stripe.events.list({ delivery_success: false })).data).toHaveLength(5);
    expect(await control.deliverWebhooks()).toEqual([]);
    expect(times(completed)).toBe(2);
    expect(new Set(receiver.events().map((event) => event.id)).size).toBe(5);
    expect((await eventOf(completed))?.pending_webhooks).toBe(0);
  });

  test('gets no more retries after three days of sandbox time', async () => {
    receiver.respondWith(...Array<number>(10).fill(503));
    await pay();
    await control.advanceClock(3 * 24 * 3600);
    const unfinished = await control.deliverWebhooks();
    expect(new Set(unfinished.map((delivery) => delivery.status))).toEqual(new Set(['given_up']));
    expect((await stripe.events.list({ delivery_success: false })).data).toHaveLength(5);
  });

  test('does not accept an event by redirecting', async () => {
    receiver.respondWith(302, 302, 302, 302, 302);
    await pay();
    const outcomes = (await control.readDeliveries()).map((delivery) => delivery.lastOutcome);
    expect(outcomes).toEqual(['302', '302', '302', '302', '302']);
  });

  test('is reported with the connection error if it cannot be reached', async () => {
    await receiver.close();
    await pay();
    expect((await control.readDeliveries()).map((delivery) => delivery.lastOutcome)).toContain('ECONNREFUSED');
    receiver = await startWebhookReceiver();
  });
});

describe('webhook faults', () => {
  test('drop: the event is listed but never sent', async () => {
    await control.armWebhookFault({ kind: 'drop', eventTypes: [completed] });
    await pay();
    await control.deliverWebhooks();
    expect(times(completed)).toBe(0);
    expect((await stripe.events.list({ type: completed, delivery_success: false })).data).toHaveLength(1);
  });

  test('never_generate: the payment succeeds without any event', async () => {
    await control.armWebhookFault({ kind: 'never_generate', times: 100 });
    const sessionId = await pay();
    expect((await stripe.events.list()).data).toEqual([]);
    expect((await stripe.checkout.sessions.retrieve(sessionId)).payment_status).toBe('paid');
  });

  test('repeat: the event arrives several times with the same id', async () => {
    await control.armWebhookFault({ kind: 'repeat', count: 3, eventTypes: [completed] });
    await pay();
    expect(times(completed)).toBe(3);
    expect(new Set(receiver.events().map((event) => event.id)).size).toBe(5);
  });

  test('delay: the event waits for the clock, or for the operator', async () => {
    await control.armWebhookFault({ kind: 'delay', delaySeconds: 600, eventTypes: [completed] });
    await control.armWebhookFault({ kind: 'delay', eventTypes: ['payment_intent.succeeded'] });
    await pay();
    expect([times(completed), times('payment_intent.succeeded')]).toEqual([0, 0]);
    await control.advanceClock(600);
    await control.deliverWebhooks();
    expect([times(completed), times('payment_intent.succeeded')]).toEqual([1, 0]);
    expect(await control.releaseWebhooks()).toEqual({ releasedCount: 1 });
    await control.deliverWebhooks();
    expect(times('payment_intent.succeeded')).toBe(1);
  });

  test('reorder: the collected events arrive when the group is full', async () => {
    await control.armWebhookFault({ kind: 'reorder', count: 6 });
    await pay();
    expect(receiver.received).toEqual([]);
    await pay();
    expect(receiver.received).toHaveLength(10);
  });

  test.each(['wrong_signature', 'old_timestamp'] as const)(
    '%s: the first attempt is tampered with, the next is genuine',
    async (kind) => {
      await control.armWebhookFault({ kind, eventTypes: [completed] });
      receiver.respondWith(400, 400, 400, 400, 400);
      await pay();
      await control.deliverWebhooks();
      expect(receiver.received).toHaveLength(10);
      const tampered = receiver.received.filter(({ body, signature }) => {
        try {
          stripe.webhooks.constructEvent(body, signature, receiver.secret);
          return false;
        } catch {
          return true;
        }
      });
      expect(tampered.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([completed]);
    },
  );

  test('a fault ends after the events it was armed for', async () => {
    await control.armWebhookFault({ kind: 'drop', eventTypes: [completed], times: 1 });
    await pay();
    await pay();
    expect(times(completed)).toBe(1);
  });
});

describe('the operator', () => {
  test('sends an event again, even a dropped one', async () => {
    await control.armWebhookFault({ kind: 'drop', eventTypes: [completed] });
    await pay();
    const event = await eventOf(completed);
    await control.resendWebhook(event?.id ?? '');
    await control.resendWebhook(event?.id ?? '');
    await control.deliverWebhooks();
    expect(times(completed)).toBe(2);
  });

  test('forges a correctly signed event with false content that the API does not list', async () => {
    const sessionId = await pay();
    const { eventId } = await control.forgeEvent({
      checkoutSessionId: sessionId,
      changes: { amount_total: 1, currency: 'usd', metadata: { extra: 'yes' } },
      livemode: true,
      account: 'acct_of_another_merchant',
    });
    await control.deliverWebhooks();
    expect(receiver.events().find((event) => event.id === eventId)).toMatchObject({
      type: completed,
      livemode: true,
      account: 'acct_of_another_merchant',
      data: {
        object: { id: sessionId, amount_total: 1, currency: 'usd', metadata: { intent: 'int_1', extra: 'yes' } },
      },
    });
    await expect(stripe.events.retrieve(eventId)).rejects.toMatchObject({ statusCode: 404 });
  });
});
