import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type Stripe from 'stripe';
import { controlSandbox } from '../control-client.ts';
import { startSandbox, type RunningSandbox } from '../start-sandbox.ts';
import { cardForm, stripeFor } from '../testing/payer.ts';
import { cardAndInvoices, subscribe } from '../testing/subscriber.ts';

let running: RunningSandbox;
let stripe: Stripe;

beforeEach(async () => {
  running = await startSandbox({ productName: 'Snacks & <Friends>' });
  stripe = stripeFor(running);
});

afterEach(() => running.close());

const read = async (url: string) => {
  const response = await fetch(url);
  return { status: response.status, text: await response.text() };
};

const submit = (url: string, cardNumber: string, changes: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(cardForm(cardNumber, changes)), redirect: 'manual' });

describe('the portal', () => {
  const open = async () => {
    const { subscriptionId, customerId } = await subscribe(running);
    const returnUrl = 'http://localhost:3999/account';
    const { id: configuration } = await stripe.billingPortal.configurations.create(cardAndInvoices);
    const { url } = await stripe.billingPortal.sessions.create({
      customer: customerId,
      configuration,
      return_url: returnUrl,
    });
    return { url, subscriptionId };
  };
  const cardOf = async (subscriptionId: string) =>
    (await controlSandbox(running.url).readSubscriptions()).find((one) => one.subscriptionId === subscriptionId)
      ?.cardLast4;

  test('shows the subscription, the invoices and a link back', async () => {
    const { url } = await open();
    const { text } = await read(url);
    expect(text).toContain('Your monthly payments to Snacks &amp; &lt;Friends&gt;');
    expect(text).toContain('CA$5.24 per month');
    expect(text).toContain('visa •••• 4242');
    expect(text).toContain('href="http://localhost:3999/account"');
    expect(text).toMatch(/href="[^"]*\/i\/in_1\w+\/test_\w+">[0-9A-Z]{8}-0001</);
    expect(text).not.toContain('<script');
  });

  test('replaces the card', async () => {
    const { url, subscriptionId } = await open();
    const response = await submit(url, '5555555555554444');
    expect(response.status).toBe(303);
    const { text } = await read(new URL(response.headers.get('location') ?? '', url).href);
    expect(text).toContain('Your card was replaced');
    expect(text).toContain('mastercard •••• 4444');
    expect(await cardOf(subscriptionId)).toBe('4444');
    const types = (await stripe.events.list({ limit: 3 })).data.map(({ type }) => type);
    expect(types).toEqual(['customer.subscription.updated', 'customer.updated', 'payment_method.attached']);
  });

  test.each([
    ['4000000000000002', {}, 'Your card was declined'],
    ['4242424242424241', {}, 'incomplete or invalid'],
    ['4242424242424242', { expirationDate: '01/20' }, 'in the past'],
  ])('keeps the old card when card %s is entered with %j', async (number, changes, message) => {
    const { url, subscriptionId } = await open();
    const response = await submit(url, number, changes);
    expect(await response.text()).toContain(message);
    expect(await cardOf(subscriptionId)).toBe('4242');
  });

  test('opens only with its secret, and for an hour', async () => {
    const { url } = await open();
    expect((await read(url.replace(/.{4}$/, 'none'))).status).toBe(404);
    await controlSandbox(running.url).advanceClock(3601);
    expect((await read(url)).status).toBe(404);
  });

  test('opens only for customers', async () => {
    await expect(stripe.billingPortal.sessions.create({ customer: 'cus_unknown' })).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'customer',
    });
  });
});

describe('the invoice page', () => {
  const failedInvoice = async () => {
    const { subscriptionId } = await subscribe(running, '4000000000000341');
    await controlSandbox(running.url).advanceClock(32 * 24 * 3600);
    const [invoice] = (await stripe.invoices.list({ subscription: subscriptionId, status: 'open' })).data;
    return { subscriptionId, invoiceId: invoice?.id ?? '', url: invoice?.hosted_invoice_url ?? '' };
  };

  test('takes another card, which later months use too', async () => {
    const { subscriptionId, invoiceId, url } = await failedInvoice();
    expect((await read(url)).text).toContain('Pay CA$5.24</button>');
    const response = await submit(url, '4242424242424242');
    expect(response.status).toBe(303);
    expect((await read(url)).text).toContain('Paid on');
    expect(await stripe.invoices.retrieve(invoiceId)).toMatchObject({ status: 'paid', attempt_count: 2 });
    const subscription = await stripe.subscriptions.retrieve(subscriptionId, { expand: ['default_payment_method'] });
    expect(subscription).toMatchObject({ status: 'active', default_payment_method: { card: { last4: '4242' } } });
  });

  test('shows a decline, and the invoice stays open', async () => {
    const { invoiceId, url } = await failedInvoice();
    expect(await (await submit(url, '4000000000009995')).text()).toContain('insufficient funds');
    expect((await stripe.invoices.retrieve(invoiceId)).status).toBe('open');
  });

  test('charges once, even when submitted several times', async () => {
    const { url } = await failedInvoice();
    await Promise.all([1, 2, 3].map(() => submit(url, '4242424242424242')));
    const paid = (await stripe.charges.list()).data.filter(({ status }) => status === 'succeeded');
    expect(paid).toHaveLength(2);
  });

  test('returns 404 to a guessed URL', async () => {
    const { url } = await failedInvoice();
    expect((await read(url.replace(/.{4}$/, 'none'))).status).toBe(404);
  });
});

test('the operator sees subscriptions, and recorded payments name them', async () => {
  const { subscriptionId, sessionId } = await subscribe(running);
  const control = controlSandbox(running.url);
  await control.failNextRenewals(subscriptionId, 4);
  expect((await read(`${running.url}/_sandbox`)).text).toContain('The next 4 charges fail');
  const [invoice] = (await stripe.invoices.list()).data;
  expect(await control.readPayments()).toMatchObject([
    { subscriptionId, invoiceId: invoice?.id, checkoutSessionId: sessionId, amountReceivedMinor: 524 },
  ]);
  await control.cancelSubscription(subscriptionId);
  expect(await control.readSubscriptions()).toMatchObject([{ subscriptionId, status: 'canceled' }]);
  await expect(control.cancelSubscription(subscriptionId)).rejects.toThrow('404');
});
