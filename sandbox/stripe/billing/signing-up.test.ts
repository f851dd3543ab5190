import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { controlSandbox } from '#sandbox/control-client.ts';
import { startSandbox, type RunningSandbox } from '#sandbox/start-sandbox.ts';
import { cardForm, stripeFor, submitForm } from '#sandbox/testing/payer.ts';
import {
  aMonthlyDonation,
  idOf,
  createProducts,
  isoInstant,
  monthlyPrice,
  subscribe,
} from '#sandbox/testing/subscriber.ts';

let running: RunningSandbox;
let stripe: Stripe;

beforeEach(async () => {
  running = await startSandbox();
  stripe = stripeFor(running);
});

afterEach(() => running.close());

describe('products', () => {
  test('accept an id chosen by the merchant, once', async () => {
    const product = await stripe.products.create({ id: 'charity_6', name: 'Donation' });
    expect(product).toMatchObject({ id: 'charity_6', name: 'Donation', active: true });
    await expect(stripe.products.create({ id: 'charity_6', name: 'Another' })).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_already_exists',
    });
  });
});

describe('signing up', () => {
  test('shows the monthly total', async () => {
    await createProducts(stripe);
    const session = await stripe.checkout.sessions.create(aMonthlyDonation());
    expect(session).toMatchObject({ mode: 'subscription', submit_type: 'donate', amount_total: 524, invoice: null });
    const page = await (await fetch(String(session.url))).text();
    expect(page).toContain('Subscribe CA$5.24 per month</button>');
    expect(page).toContain('Donation to Second Harvest');
    expect(page).not.toContain('Pay by bank debit');
  });

  test('creates a customer, a subscription with its card, and a paid first invoice', async () => {
    const { sessionId, subscriptionId, customerId } = await subscribe(running);
    const session = await stripe.checkout.sessions.retrieve(sessionId);
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
    expect((await stripe.events.list({ type: 'customer.created' })).data).toMatchObject([
      { data: { object: { id: customerId, email: 'donor@example.org', name: 'A. Donor' } } },
    ]);
  });

  test('creates an invoice that names the products and the payment', async () => {
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
    expect(isoInstant(invoice?.status_transitions.paid_at)).toBe(isoInstant(invoice?.created));
    const paymentIntent = idOf(invoice?.payments?.data[0]?.payment.payment_intent);
    const { data: charges } = await stripe.charges.list({ expand: ['data.balance_transaction'] });
    expect(charges).toMatchObject([{ payment_intent: paymentIntent, amount: 524, balance_transaction: { fee: 45 } }]);
  });

  test('emits an event for everything it creates', async () => {
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

  test('with a declined card starts nothing, and another card still pays', async () => {
    await createProducts(stripe);
    const { id } = await stripe.checkout.sessions.create(aMonthlyDonation());
    await submitForm(running, `/c/pay/${id}`, cardForm('4000000000000002'));
    expect(await controlSandbox(running.url).readSubscriptions()).toEqual([]);
    const [declined] = (await stripe.events.list({ type: 'payment_intent.payment_failed' })).data;
    expect(declined?.data.object).toMatchObject({
      metadata: {},
      payment_details: { customer_reference: null, order_reference: id.slice(0, 25) }, // not the whole id, as at Stripe
    });
    await submitForm(running, `/c/pay/${id}`, cardForm('4242424242424242'));
    expect(await controlSandbox(running.url).readSubscriptions()).toHaveLength(1);
    expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid');
  });

  test('with a card that needs confirmation starts after the confirmation', async () => {
    await createProducts(stripe);
    const { id } = await stripe.checkout.sessions.create(aMonthlyDonation());
    await submitForm(running, `/c/pay/${id}`, cardForm('4000002500003155'));
    expect((await stripe.checkout.sessions.retrieve(id)).subscription).toBeNull();
    await submitForm(running, `/c/pay/${id}/confirm`, { decision: 'complete' });
    expect((await stripe.checkout.sessions.retrieve(id)).subscription).toMatch(/^sub_/);
  });

  test('several times at the same moment starts one subscription', async () => {
    await createProducts(stripe);
    const { id } = await stripe.checkout.sessions.create(aMonthlyDonation());
    const submit = () => submitForm(running, `/c/pay/${id}`, cardForm('4242424242424242'));
    await Promise.all([submit(), submit(), submit()]);
    expect(await controlSandbox(running.url).readSubscriptions()).toHaveLength(1);
  });

  test('creates a payment that can be refunded like any other', async () => {
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
    ['an unknown product', { line_items: [{ price_data: monthlyPrice('charity_9', 500), quantity: 1 }] }, '[product]'],
    ['monthly prices in payment mode', { mode: 'payment', line_items: [monthly] }, '[recurring]'],
    ['payment intent data', { payment_intent_data: { metadata: { a: 'b' } } }, 'payment_intent_data'],
    [
      'another interval',
      {
        line_items: [
          { price_data: { ...monthlyPrice('charity_6', 500), recurring: { interval: 'year' } }, quantity: 1 },
        ],
      },
      '[interval]',
    ],
  ])('with %s', async (_name, changes, param) => {
    await createProducts(stripe);
    const refused = stripe.checkout.sessions.create(aMonthlyDonation(changes));
    await expect(refused).rejects.toMatchObject({ statusCode: 400, param: expect.stringContaining(param) as string });
  });
});
