import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { controlSandbox, type SandboxControl } from '../control-client.ts';
import { startSandbox, type RunningSandbox } from '../start-sandbox.ts';
import { aDonation, payWithCard, stripeFor, submitForm } from '../testing/payer.ts';

let running: RunningSandbox;
let stripe: Stripe;
let control: SandboxControl;

beforeEach(async () => {
  running = await startSandbox();
  stripe = stripeFor(running);
  control = controlSandbox(running.url);
});

afterEach(() => running.close());

const eventTypes = async () => (await stripe.events.list({ limit: 100 })).data.map((event) => event.type).toReversed();

describe('refunds', () => {
  test('can be partial, up to the amount paid', async () => {
    await payWithCard(running);
    const [payment] = await control.readPayments();
    await control.refund(payment?.paymentIntentId ?? '', 200);
    await control.refund(payment?.paymentIntentId ?? '');
    expect(await control.readPayments()).toMatchObject([
      { amountReceivedMinor: 524, amountRefundedMinor: 524, feeMinor: 45 },
    ]);
    await expect(control.refund(payment?.paymentIntentId ?? '')).rejects.toThrow('already been refunded');
    expect((await eventTypes()).slice(-4)).toEqual([
      'refund.created',
      'charge.refunded',
      'refund.created',
      'charge.refunded',
    ]);
    const refunds = await stripe.refunds.list({ payment_intent: payment?.paymentIntentId ?? '' });
    expect(refunds.data.map((refund) => refund.amount)).toEqual([324, 200]);
    expect((await stripe.charges.list()).data).toMatchObject([{ refunded: true, amount_refunded: 524 }]);
  });

  test('need a paid charge', async () => {
    await payWithCard(running, '4000000000000002');
    const [payment] = await control.readPayments();
    const refused = stripe.refunds.create({ payment_intent: payment?.paymentIntentId ?? '' });
    await expect(refused).rejects.toMatchObject({ statusCode: 400, code: 'charge_not_refundable' });
  });
});

describe('bank debits', () => {
  test.each([
    ['paid', 'paid', 'checkout.session.async_payment_succeeded'],
    ['returned', 'unpaid', 'checkout.session.async_payment_failed'],
  ] as const)('can be %s by the operator, once', async (outcome, paymentStatus, event) => {
    const { id } = await stripe.checkout.sessions.create(aDonation());
    await control.submitPayment(id, { bankAccount: 'settles' });
    const [payment] = await control.readPayments();
    expect(payment).toMatchObject({ state: 'processing', amountReceivedMinor: 0 });
    expect(await control.settleBankDebit(payment?.paymentIntentId ?? '', outcome)).toEqual({ isSettled: true });
    expect(await control.settleBankDebit(payment?.paymentIntentId ?? '', 'paid')).toEqual({ isSettled: false });
    expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe(paymentStatus);
    expect((await eventTypes()).filter((type) => type === event)).toHaveLength(1);
  });
});

describe('API faults', () => {
  const create = () => stripe.checkout.sessions.create(aDonation(), { idempotencyKey: 'key-1' });
  const sessionCount = async () => (await stripe.checkout.sessions.list()).data.length;

  test.each([
    [409, 'StripeAPIError'],
    [429, 'StripeRateLimitError'],
    [500, 'StripeAPIError'],
    [503, 'StripeAPIError'],
  ])('a status of %i before the effect creates no session', async (status, type) => {
    await control.armApiFault({ kind: 'status', status, method: 'POST', path: '/v1/checkout/sessions' });
    await expect(create()).rejects.toMatchObject({ type, statusCode: status });
    expect(await sessionCount()).toBe(0);
  });

  test('a connection cut before the effect creates no session, one cut after it does', async () => {
    await control.armApiFault({ kind: 'cut', method: 'POST', times: 2 });
    await expect(create()).rejects.toMatchObject({ type: 'StripeConnectionError' });
    expect(await sessionCount()).toBe(0);
    await control.armApiFault({ kind: 'cut', moment: 'after_effect', method: 'POST', times: 2 });
    await expect(create()).rejects.toMatchObject({ type: 'StripeConnectionError' });
    expect(await sessionCount()).toBe(1);
  });

  test("a slow response exceeds the caller's timeout", async () => {
    await control.armApiFault({ kind: 'slow', slowMs: 60_000, moment: 'after_effect', method: 'POST' });
    const impatient = stripeFor(running, { timeout: 100 });
    await expect(impatient.checkout.sessions.create(aDonation())).rejects.toMatchObject({
      type: 'StripeConnectionError',
    });
    expect(await sessionCount()).toBe(1);
  });

  test('the SDK treats JSON without an error as a success, even with an error status', async () => {
    await control.armApiFault({ kind: 'odd_json', status: 502, path: '/v1/checkout/sessions/*' });
    const response: object = await stripe.checkout.sessions.retrieve('cs_test_1');
    expect(response).toEqual({ message: 'Something else responded' });
  });

  test('faults can be disarmed', async () => {
    await control.armApiFault({ kind: 'status', status: 503, times: 100 });
    await control.clearFaults();
    await expect(create()).resolves.toMatchObject({ status: 'open' });
  });
});

describe('the clock', () => {
  test('moves only forward', async () => {
    const before = await control.readClock();
    const after = await control.advanceClock(31 * 24 * 3600);
    expect(after.now - before.now).toBeGreaterThanOrEqual(31 * 24 * 3600);
    await expect(control.advanceClock(-1)).rejects.toThrow('400');
    await expect(control.advanceClock(0.5)).rejects.toThrow('400');
  });
});

test('a reset deletes everything', async () => {
  await payWithCard(running);
  await control.advanceClock(3600);
  await control.reset();
  expect(await control.readPayments()).toEqual([]);
  expect((await stripe.events.list()).data).toEqual([]);
  expect((await control.readClock()).offsetSeconds).toBe(0);
});

describe("the operator's page", () => {
  test('shows payments with their forms, which redirect back to it', async () => {
    await payWithCard(running);
    const page = await (await fetch(`${running.url}/_sandbox`)).text();
    expect(page).toContain('CA$5.24');
    expect(page).toContain('Test mode: no real money moves');
    const [payment] = await control.readPayments();
    const refund = await submitForm(running, '/_sandbox/refunds', {
      paymentIntentId: payment?.paymentIntentId ?? '',
      amountMinor: '',
    });
    expect([refund.status, refund.headers.get('location')]).toEqual([303, '/_sandbox']);
    expect(await control.readPayments()).toMatchObject([{ amountRefundedMinor: 524 }]);
  });

  test('refuses calls from another site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' };
    const refused = await fetch(`${running.url}/_sandbox/reset`, { method: 'POST', headers });
    expect(refused.status).toBe(403);
  });
});
