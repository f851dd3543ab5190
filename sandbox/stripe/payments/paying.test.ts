import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { advanceClock } from '#sandbox/follow-clock.ts';
import { startSandbox, type RunningSandbox } from '#sandbox/start-sandbox.ts';
import { aDonation, cardForm, payWithCard, stripeFor, submitForm } from '#sandbox/testing/payer.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#sandbox/testing/webhook-receiver.ts';

let receiver: WebhookReceiver;
let running: RunningSandbox;
let stripe: Stripe;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  running = await startSandbox({ webhook: { url: receiver.url, secret: receiver.secret } });
  stripe = stripeFor(running);
});

afterEach(async () => {
  await running.close();
  await receiver.close();
});

const whenDelivered = () => running.sandbox.webhooks.whenIdle();

describe('paying', () => {
  test('a valid card redirects to the success page with the session id filled in', async () => {
    const { sessionId, response } = await payWithCard(running);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`http://localhost:3999/donation-success?session=${sessionId}`);
  });

  test('a paid session shows its payment intent, its charge and the fee', async () => {
    const { sessionId } = await payWithCard(running);
    const session = await stripe.checkout.sessions.retrieve(sessionId, {
      expand: ['payment_intent.latest_charge'],
    });
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      customer_details: { email: 'donor@example.org', name: 'A. Donor' },
      url: null,
      payment_intent: {
        status: 'succeeded',
        amount_received: 524,
        metadata: { intent: 'int_1' },
        latest_charge: { status: 'succeeded', paid: true, amount: 524 },
      },
    });
    const { data: charges } = await stripe.charges.list({ expand: ['data.balance_transaction'] });
    expect(charges).toMatchObject([
      { balance_transaction: { amount: 524, fee: 45, net: 479, fee_details: [{ amount: 45, type: 'stripe_fee' }] } },
    ]);
  });

  test('sends all its events signed', async () => {
    const { sessionId } = await payWithCard(running);
    await whenDelivered();
    expect(receiver.types().toSorted()).toEqual([
      'charge.succeeded',
      'charge.updated',
      'checkout.session.completed',
      'payment_intent.created',
      'payment_intent.succeeded',
    ]);
    const completed = receiver.events().find((event) => event.type === 'checkout.session.completed');
    expect(completed).toMatchObject({
      object: 'event',
      api_version: '2026-10-28.endive',
      livemode: false,
      data: { object: { id: sessionId, payment_status: 'paid', amount_total: 524 } },
    });
  });

  test('the webhook arrives before the browser is redirected', async () => {
    await payWithCard(running);
    expect(receiver.types()).toContain('checkout.session.completed');
  });

  test('submitting three times at the same moment charges once', async () => {
    const session = await stripe.checkout.sessions.create(aDonation());
    const submit = () => submitForm(running, `/c/pay/${session.id}`, cardForm('4242424242424242'));
    const responses = await Promise.all([submit(), submit(), submit()]);
    expect(responses.map((response) => response.status)).toEqual([303, 303, 303]);
    expect((await stripe.charges.list()).data).toHaveLength(1);
  });

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000000069', 'expired_card', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
    ['4000000000000119', 'processing_error', 'processing_error'],
  ])('card %s is declined with %s, and another card still pays', async (number, code, declineCode) => {
    const { sessionId, response } = await payWithCard(running, number);
    expect(await response.text()).toContain('declined');
    const refused = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] });
    expect(refused).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: { status: 'requires_payment_method', last_payment_error: { code, decline_code: declineCode } },
    });
    await submitForm(running, `/c/pay/${sessionId}`, cardForm('4242424242424242'));
    await whenDelivered();
    expect((await stripe.checkout.sessions.retrieve(sessionId)).payment_status).toBe('paid');
    expect(receiver.types()).toEqual(
      expect.arrayContaining(['charge.failed', 'payment_intent.payment_failed', 'payment_intent.succeeded']),
    );
    expect((await stripe.charges.list()).data.map((charge) => charge.status)).toEqual(['succeeded', 'failed']);
  });
});

test('the message about a declined card names intent and session', async () => {
  const { sessionId } = await payWithCard(running, '4000000000000002');
  await whenDelivered();
  const failed = receiver.events().find((event) => event.type === 'payment_intent.payment_failed');
  expect(failed?.data.object).toMatchObject({
    object: 'payment_intent',
    status: 'requires_payment_method',
    metadata: { intent: 'int_1' },
    payment_details: { customer_reference: null, order_reference: sessionId },
    last_payment_error: { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline' },
  });
});

describe('the confirmation step', () => {
  const confirm = async (decision: string, number = '4000002500003155') => {
    const { sessionId, response } = await payWithCard(running, number);
    expect(response.headers.get('location')).toBe(`/c/pay/${sessionId}/confirm`);
    return { sessionId, response: await submitForm(running, `/c/pay/${sessionId}/confirm`, { decision }) };
  };

  test('pays when it is completed', async () => {
    const { sessionId, response } = await confirm('complete');
    expect(response.headers.get('location')).toContain(sessionId);
    await whenDelivered();
    expect(receiver.types()).toEqual(
      expect.arrayContaining(['payment_intent.requires_action', 'checkout.session.completed']),
    );
  });

  test('charges nothing when it fails, and the payer can try again', async () => {
    const { sessionId, response } = await confirm('fail');
    expect(await response.text()).toContain('declined');
    expect((await stripe.checkout.sessions.retrieve(sessionId)).status).toBe('open');
  });

  test('can be followed by a decline', async () => {
    const { sessionId, response } = await confirm('complete', '4000008400001629');
    expect(await response.text()).toContain('declined');
    expect((await stripe.checkout.sessions.retrieve(sessionId)).payment_status).toBe('unpaid');
  });
});

describe('bank debits', () => {
  const debit = async (bankAccount: string) => {
    const session = await stripe.checkout.sessions.create(aDonation());
    await submitForm(running, `/c/pay/${session.id}`, {
      email: 'donor@example.org',
      method: 'bank_debit',
      bankAccount,
    });
    return session.id;
  };

  test('are complete but unpaid until the bank pays', async () => {
    const id = await debit('settles');
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    advanceClock(running.sandbox, 4 * 24 * 3600);
    await whenDelivered();
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'complete', payment_status: 'paid' });
    expect(receiver.types()).toContain('checkout.session.async_payment_succeeded');
  });

  test('can be returned by the bank', async () => {
    const id = await debit('returns');
    advanceClock(running.sandbox, 4 * 24 * 3600);
    await whenDelivered();
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });
    expect(session).toMatchObject({ payment_status: 'unpaid', payment_intent: { status: 'requires_payment_method' } });
    expect(receiver.types()).toContain('checkout.session.async_payment_failed');
  });

  test('are not offered when the merchant excludes them', async () => {
    const session = await stripe.checkout.sessions.create(aDonation({ excluded_payment_method_types: ['acss_debit'] }));
    expect(session.payment_method_types).toEqual(['card']);
    expect(await (await fetch(String(session.url))).text()).not.toContain('Pay by bank debit');
  });
});

describe('an expired session', () => {
  test('emits an event and takes no payment', async () => {
    const session = await stripe.checkout.sessions.create(aDonation());
    advanceClock(running.sandbox, 24 * 3600);
    await whenDelivered();
    expect(receiver.types()).toEqual(['checkout.session.expired']);
    const page = await submitForm(running, `/c/pay/${session.id}`, cardForm('4242424242424242'));
    expect(await page.text()).toContain('has expired');
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'expired',
      payment_status: 'unpaid',
      url: null,
    });
  });

  test('cancels the payment intent of a declined attempt', async () => {
    const { sessionId } = await payWithCard(running, '4000000000000002');
    advanceClock(running.sandbox, 24 * 3600);
    await whenDelivered();
    const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] });
    expect(session).toMatchObject({ status: 'expired', payment_intent: { status: 'canceled', amount_received: 0 } });
    expect(receiver.types()).toContain('payment_intent.canceled');
  });

  test('cannot be expired again', async () => {
    const session = await stripe.checkout.sessions.create(aDonation());
    expect((await stripe.checkout.sessions.expire(session.id)).status).toBe('expired');
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 });
  });
});
