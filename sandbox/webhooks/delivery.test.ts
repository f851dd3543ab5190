import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type Stripe from 'stripe';
import { controlSandbox } from '../control-client.ts';
import type { SandboxControl } from '../control-client.ts';
import { startSandbox } from '../start-sandbox.ts';
import type { RunningSandbox } from '../start-sandbox.ts';
import { payWithCard, stripeFor } from '../testing/payer.ts';
import { startWebhookReceiver } from '../testing/webhook-receiver.ts';
import type { WebhookReceiver } from '../testing/webhook-receiver.ts';

const hour = 3_600_000;
const completed = 'checkout.session.completed';

let receiver: WebhookReceiver;
let running: RunningSandbox;
let stripe: Stripe;
let control: SandboxControl;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  // An hour between attempts: no test meets a retry that it did not ask for.
  running = await startSandbox({ webhook: { url: receiver.url, secret: receiver.secret }, retryDelaysMs: [hour] });
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
  test('gets the event again, unchanged but for its signature, until it takes it', async () => {
    receiver.answerWith(500, 500, 500, 500, 500);
    await pay();
    expect((await eventOf(completed))?.pending_webhooks).toBe(1);
    expect((await stripe.events.list({ delivery_success: false })).data).toHaveLength(5);
    expect(await control.deliverWebhooks()).toEqual([]);
    expect(times(completed)).toBe(2);
    expect(new Set(receiver.events().map((event) => event.id)).size).toBe(5);
    expect((await eventOf(completed))?.pending_webhooks).toBe(0);
  });

  test('is given up after three days of the clock', async () => {
    receiver.answerWith(...Array<number>(10).fill(503));
    await pay();
    await control.advanceClock(3 * 24 * 3600);
    const unfinished = await control.deliverWebhooks();
    expect(new Set(unfinished.map((delivery) => delivery.status))).toEqual(new Set(['given_up']));
    expect((await stripe.events.list({ delivery_success: false })).data).toHaveLength(5);
  });

  test('may redirect, which does not count as taking', async () => {
    receiver.answerWith(302, 302, 302, 302, 302);
    await pay();
    const answers = (await control.readDeliveries()).map((delivery) => delivery.lastAnswer);
    expect(answers).toEqual(['302', '302', '302', '302', '302']);
  });

  test('may be away altogether', async () => {
    await receiver.close();
    await pay();
    expect((await control.readDeliveries()).map((delivery) => delivery.lastAnswer)).toContain('ECONNREFUSED');
    receiver = await startWebhookReceiver();
  });
});

describe('faults of webhooks', () => {
  test('drop: the event stands in the list and is never sent', async () => {
    await control.armWebhookFault({ kind: 'drop', eventTypes: [completed] });
    await pay();
    await control.deliverWebhooks();
    expect(times(completed)).toBe(0);
    expect((await stripe.events.list({ type: completed, delivery_success: false })).data).toHaveLength(1);
  });

  test('never_generate: the money moved and no event tells of it', async () => {
    await control.armWebhookFault({ kind: 'never_generate', times: 100 });
    const sessionId = await pay();
    expect((await stripe.events.list()).data).toEqual([]);
    expect((await stripe.checkout.sessions.retrieve(sessionId)).payment_status).toBe('paid');
  });

  test('repeat: the event arrives that many times with one id', async () => {
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

  test('reorder: collected events all arrive once the group is full', async () => {
    await control.armWebhookFault({ kind: 'reorder', count: 6 });
    await pay();
    expect(receiver.received).toEqual([]);
    await pay();
    expect(receiver.received).toHaveLength(10);
  });

  test.each(['wrong_signature', 'old_timestamp'] as const)(
    '%s: the first attempt must be refused, the next is genuine',
    async (kind) => {
      await control.armWebhookFault({ kind, eventTypes: [completed] });
      receiver.answerWith(400, 400, 400, 400, 400);
      await pay();
      await control.deliverWebhooks();
      expect(receiver.received).toHaveLength(10);
      const forged = receiver.received.filter(({ body, signature }) => {
        try {
          stripe.webhooks.constructEvent(body, signature, receiver.secret);
          return false;
        } catch {
          return true;
        }
      });
      expect(forged.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([completed]);
    },
  );

  test('a fault is spent after the events it was armed for', async () => {
    await control.armWebhookFault({ kind: 'drop', eventTypes: [completed], times: 1 });
    await pay();
    await pay();
    expect(times(completed)).toBe(1);
  });
});

describe('the operator', () => {
  test('sends an event again, a dropped one too', async () => {
    await control.armWebhookFault({ kind: 'drop', eventTypes: [completed] });
    await pay();
    const event = await eventOf(completed);
    await control.resendWebhook(event?.id ?? '');
    await control.resendWebhook(event?.id ?? '');
    await control.deliverWebhooks();
    expect(times(completed)).toBeGreaterThanOrEqual(1);
  });

  test('forges a genuinely signed event whose content is not true and that stands in no list', async () => {
    const sessionId = await pay();
    const { eventId } = await control.forgeEvent({
      checkoutSessionId: sessionId,
      changes: { amount_total: 1, currency: 'usd', metadata: { extra: 'yes' } },
      livemode: true,
      account: 'acct_somebody_else',
    });
    await control.deliverWebhooks();
    expect(receiver.events().find((event) => event.id === eventId)).toMatchObject({
      type: completed,
      livemode: true,
      account: 'acct_somebody_else',
      data: {
        object: { id: sessionId, amount_total: 1, currency: 'usd', metadata: { intent: 'int_1', extra: 'yes' } },
      },
    });
    await expect(stripe.events.retrieve(eventId)).rejects.toMatchObject({ statusCode: 404 });
  });
});
