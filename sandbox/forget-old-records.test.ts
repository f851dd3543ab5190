import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { controlSandbox, type SandboxControl } from './control-client.ts';
import { advanceClock } from './follow-clock.ts';
import { forgetOldRecords } from './forget-old-records.ts';
import { startSandbox, type RunningSandbox } from './start-sandbox.ts';
import { aDonation, payWithCard, stripeFor } from './testing/payer.ts';
import { paypalCaller } from './testing/paypal-caller.ts';
import { subscribe } from './testing/subscriber.ts';

const declinedCard = '4000000000000002';
const daySeconds = 24 * 3600;

let running: RunningSandbox;
let stripe: Stripe;
let control: SandboxControl;

beforeEach(async () => {
  running = await startSandbox({ webhook: { url: 'http://127.0.0.1:9/webhooks', secret: 'whsec_test' } });
  stripe = stripeFor(running);
  control = controlSandbox(running.url);
});

afterEach(() => running.close());

const openSession = async (): Promise<string> => (await stripe.checkout.sessions.create(aDonation())).id;
const expiredSession = async (): Promise<string> => (await stripe.checkout.sessions.expire(await openSession())).id;
const declinedSession = async (): Promise<string> => {
  const { sessionId } = await payWithCard(running, declinedCard);
  return (await stripe.checkout.sessions.expire(sessionId)).id;
};

const noSuchSession = { statusCode: 404, code: 'resource_missing' };
const read = (id: string): Promise<Stripe.Checkout.Session> => stripe.checkout.sessions.retrieve(id);

describe('forgetting old checkouts', () => {
  test('keeps the newest expired sessions, and reports that older ones do not exist', async () => {
    const oldest = await expiredSession();
    const newer = [await expiredSession(), await expiredSession()];
    forgetOldRecords(running.sandbox, 2);
    await expect(read(oldest)).rejects.toMatchObject(noSuchSession);
    for (const id of newer) await expect(read(id)).resolves.toMatchObject({ status: 'expired' });
  });

  test('also forgets the failed payment of an expired session', async () => {
    const id = await declinedSession();
    const { store } = running.sandbox;
    expect([store.paymentIntents.size(), store.charges.size()]).toEqual([1, 1]);
    await expiredSession();
    forgetOldRecords(running.sandbox, 1);
    await expect(read(id)).rejects.toMatchObject(noSuchSession);
    expect([store.paymentIntents.size(), store.charges.size()]).toEqual([0, 0]);
  });

  test('keeps every session that can still be paid, however many there are', async () => {
    const ids = [await openSession(), await openSession(), await openSession()];
    forgetOldRecords(running.sandbox, 1);
    for (const id of ids) await expect(read(id)).resolves.toMatchObject({ status: 'open' });
  });

  test('counts paid and expired sessions separately', async () => {
    const { sessionId } = await payWithCard(running);
    for (let index = 0; index < 3; index += 1) await expiredSession();
    forgetOldRecords(running.sandbox, 1);
    await expect(read(sessionId)).resolves.toMatchObject({ payment_status: 'paid' });
  });

  test('forgets a paid session, but keeps the balance and the payment, which can still be refunded', async () => {
    const { sessionId } = await payWithCard(running);
    const [payment] = await control.readPayments();
    const balance = await control.readBalance();
    await payWithCard(running);
    forgetOldRecords(running.sandbox, 1);
    await expect(read(sessionId)).rejects.toMatchObject(noSuchSession);
    const refund = await stripe.refunds.create({ payment_intent: String(payment?.paymentIntentId) });
    expect(refund).toMatchObject({ status: 'succeeded', amount: 524 });
    expect((await control.readBalance())['cad']).toBe(Number(balance['cad']) * 2 - 524);
  });

  test('keeps the session of an unsettled bank debit, which can still settle', async () => {
    const id = await openSession();
    await control.submitPayment(id, { bankAccount: 'settles' });
    await payWithCard(running);
    await payWithCard(running);
    forgetOldRecords(running.sandbox, 1);
    advanceClock(running.sandbox, 10 * daySeconds);
    await expect(read(id)).resolves.toMatchObject({ payment_status: 'paid' });
  });

  test('keeps the session that began a subscription', async () => {
    const { sessionId } = await subscribe(running);
    await payWithCard(running);
    await payWithCard(running);
    forgetOldRecords(running.sandbox, 1);
    await expect(read(sessionId)).resolves.toMatchObject({ mode: 'subscription' });
  });

  test('forgets old responses kept for repeated calls', async () => {
    const create = async (key: string): Promise<string> =>
      (await stripe.checkout.sessions.create(aDonation(), { idempotencyKey: key })).id;
    const first = await create('key-1');
    const second = await create('key-2');
    forgetOldRecords(running.sandbox, 1);
    expect(await create('key-2')).toBe(second);
    expect(await create('key-1')).not.toBe(first);
  });
});

test('undelivered events are kept, and so are the newest delivered ones, three for each checkout within the limit', async () => {
  const { store } = running.sandbox;
  for (let index = 0; index < 5; index += 1) await expiredSession();
  const [waiting, ...others] = [...store.deliveries.values()];
  if (!waiting) throw new Error('an expired session has no event');
  for (const delivery of others) store.deliveries.put({ ...delivery, status: 'delivered' });
  forgetOldRecords(running.sandbox, 1);
  const kept = [waiting, ...others.slice(-3)].map(({ id }) => id);
  expect([...store.events.values()].map(({ id }) => id)).toEqual(kept);
  expect([...store.deliveries.values()].map(({ id }) => id)).toEqual(kept);
});

test('PayPal orders are forgotten when no one can pay them anymore, but paid ones are kept', async () => {
  const order = { intent: 'CAPTURE', purchase_units: [{ amount: { currency_code: 'CAD', value: '5.24' } }] };
  const create = async (): Promise<string> => {
    const paypal = await paypalCaller(running.url);
    return ((await paypal.call('/v2/checkout/orders', order)).body as { readonly id: string }).id;
  };
  const paid = await create();
  await control.approveOrder(paid);
  await (await paypalCaller(running.url)).call(`/v2/checkout/orders/${paid}/capture`, {});
  const old = [await create(), await create()];
  advanceClock(running.sandbox, daySeconds);
  const open = [await create(), await create()];
  forgetOldRecords(running.sandbox, 1);
  expect([...running.sandbox.store.paypalOrders.values()].map(({ id }) => id)).toEqual([paid, old[1], ...open]);
});
