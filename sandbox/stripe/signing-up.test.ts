import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type Stripe from 'stripe';
import { startSandbox } from '../start-sandbox.ts';
import type { RunningSandbox } from '../start-sandbox.ts';
import { cardForm, stripeFor, submitForm } from '../testing/payer.ts';
import { aMonthlyGift, idOf, makeProducts, momentOf, monthlyPrice, subscribe } from '../testing/subscriber.ts';

let running: RunningSandbox;
let stripe: Stripe;

beforeEach(async () => {
  running = await startSandbox();
  stripe = stripeFor(running);
});

afterEach(() => running.close());

describe('products', () => {
  test('take the id that the merchant gives them, once', async () => {
    const product = await stripe.products.create({ id: 'charity_6', name: 'Donation' });
    expect(product).toMatchObject({ id: 'charity_6', name: 'Donation', active: true });
    await expect(stripe.products.create({ id: 'charity_6', name: 'Another' })).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_already_exists',
    });
    expect(await stripe.products.retrieve('charity_6')).toEqual(product);
    expect((await stripe.products.list({ ids: ['charity_6', 'charity_7'] })).data).toEqual([product]);
  });
});

describe('signing up', () => {
  test('is asked with the sum of each month', async () => {
    await makeProducts(stripe);
    const session = await stripe.checkout.sessions.create(aMonthlyGift());
    expect(session).toMatchObject({ mode: 'subscription', submit_type: 'donate', amount_total: 524, invoice: null });
    const page = await (await fetch(String(session.url))).text();
    expect(page).toContain('Subscribe CA$5.24 per month</button>');
    expect(page).toContain('Donation to Second Harvest');
    expect(page).not.toContain('Pay by bank debit');
  });

  test('makes a customer, a subscription with its card, and a paid bill of the first month', async () => {
    const { sessionId, subscriptionId, customerId } = await subscribe(running);
    const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['invoice'] });
    expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', payment_intent: null });
    const subscription = await stripe.subscriptions.retrieve(subscriptionId, { expand: ['default_payment_method'] });
    expect(subscription).toMatchObject({
      status: 'active',
      customer: customerId,
      metadata: { plan_id: 'plan_1' },
      latest_invoice: idOf(session.invoice),
      default_payment_method: { card: { brand: 'visa', last4: '4242' }, customer: customerId },
      pause_collection: null,
    });
    expect(await stripe.customers.retrieve(customerId)).toMatchObject({ email: 'donor@example.org', name: 'A. Donor' });
  });

  test('its bill tells what was paid, for which product, by which payment', async () => {
    const { subscriptionId } = await subscribe(running);
    const { data: invoices } = await stripe.invoices.list({ subscription: subscriptionId, expand: ['data.payments'] });
    expect(invoices).toMatchObject([
      {
        status: 'paid',
        billing_reason: 'subscription_create',
        amount_paid: 524,
        attempt_count: 1,
        next_payment_attempt: null,
        parent: { subscription_details: { subscription: subscriptionId, metadata: { plan_id: 'plan_1' } } },
        lines: {
          data: [
            { amount: 476, pricing: { price_details: { product: 'charity_6' } } },
            { amount: 48, pricing: { price_details: { product: 'service_fee' } } },
          ],
        },
        payments: { data: [{ status: 'paid', payment: { type: 'payment_intent' } }] },
      },
    ]);
    const [invoice] = invoices;
    expect(momentOf(invoice?.status_transitions.paid_at)).toBe(momentOf(invoice?.created));
    const paymentIntent = idOf(invoice?.payments?.data[0]?.payment.payment_intent);
    const intent = await stripe.paymentIntents.retrieve(paymentIntent, {
      expand: ['latest_charge.balance_transaction'],
    });
    expect(intent).toMatchObject({ amount_received: 524, latest_charge: { balance_transaction: { fee: 45 } } });
    const found = await stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: paymentIntent },
    });
    expect(found.data).toMatchObject([{ invoice: invoice?.id, status: 'paid' }]);
  });

  test('tells of everything that came to be', async () => {
    await subscribe(running);
    const types = [...running.sandbox.store.events.values()].map(({ type }) => type);
    expect(types).toEqual([
      'payment_intent.created',
      'customer.created',
      'payment_method.attached',
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice_payment.paid',
      'invoice.paid',
      'invoice.payment_succeeded',
      'charge.updated',
      'checkout.session.completed',
    ]);
  });

  test('with a card that is refused begins nothing, and another card still pays', async () => {
    await makeProducts(stripe);
    const { id } = await stripe.checkout.sessions.create(aMonthlyGift());
    await submitForm(running, `/c/pay/${id}`, cardForm('4000000000000002'));
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toEqual([]);
    await submitForm(running, `/c/pay/${id}`, cardForm('4242424242424242'));
    expect((await stripe.subscriptions.list()).data).toHaveLength(1);
    expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid');
  });

  test('with a card that asks for a confirmation begins after it', async () => {
    await makeProducts(stripe);
    const { id } = await stripe.checkout.sessions.create(aMonthlyGift());
    await submitForm(running, `/c/pay/${id}`, cardForm('4000002500003155'));
    expect((await stripe.checkout.sessions.retrieve(id)).subscription).toBeNull();
    await submitForm(running, `/c/pay/${id}/confirm`, { decision: 'complete' });
    expect((await stripe.checkout.sessions.retrieve(id)).subscription).toMatch(/^sub_/);
  });

  test('submitting twice at once begins one subscription', async () => {
    await makeProducts(stripe);
    const { id } = await stripe.checkout.sessions.create(aMonthlyGift());
    const submit = () => submitForm(running, `/c/pay/${id}`, cardForm('4242424242424242'));
    await Promise.all([submit(), submit(), submit()]);
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(1);
  });

  test('a payment of a subscription is refunded as any other', async () => {
    await subscribe(running);
    const [charge] = (await stripe.charges.list()).data;
    const refund = await stripe.refunds.create({ payment_intent: idOf(charge?.payment_intent), amount: 100 });
    expect(refund).toMatchObject({ status: 'succeeded', amount: 100 });
  });
});

describe('a session is refused', () => {
  const oneTime = { currency: 'cad', unit_amount: 500, product_data: { name: 'Coffee' } };
  const monthly = { price_data: monthlyPrice('charity_6', 500), quantity: 1 };
  test.each<[string, Partial<Stripe.Checkout.SessionCreateParams>, string]>([
    ['one-time prices', { line_items: [{ price_data: oneTime, quantity: 1 }] }, '[price_data][recurring]'],
    ['a product that does not exist', { line_items: [{ price_data: monthlyPrice('charity_9', 500) }] }, '[product]'],
    ['monthly prices in payment mode', { mode: 'payment', line_items: [monthly] }, '[recurring]'],
    ['a payment intent of its own', { payment_intent_data: { metadata: { a: 'b' } } }, 'payment_intent_data'],
    [
      'another rhythm',
      { line_items: [{ price_data: { ...monthlyPrice('charity_6', 500), recurring: { interval: 'year' } } }] },
      '[interval]',
    ],
  ])('with %s', async (_what, changes, param) => {
    await makeProducts(stripe);
    const refused = stripe.checkout.sessions.create(aMonthlyGift(changes));
    await expect(refused).rejects.toMatchObject({ statusCode: 400, param: expect.stringContaining(param) as string });
  });
});
