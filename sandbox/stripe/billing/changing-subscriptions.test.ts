import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { controlSandbox } from '#sandbox/control-client.ts';
import { startSandbox, type RunningSandbox } from '#sandbox/start-sandbox.ts';
import { stripeFor } from '#sandbox/testing/payer.ts';
import { advanceTo, isoInstant, monthlyPrice, subscribe } from '#sandbox/testing/subscriber.ts';

let running: RunningSandbox;
let stripe: Stripe;

beforeEach(async () => {
  running = await startSandbox();
  stripe = stripeFor(running);
});

afterEach(() => running.close());

const invoicesOf = async (subscription: string) =>
  (await stripe.invoices.list({ subscription, limit: 100 })).data.toReversed();

const lastUpdate = async () =>
  (await stripe.events.list({ type: 'customer.subscription.updated', limit: 1 })).data[0]?.data;

describe('a change of the items', () => {
  const change = async (id: string): Promise<Stripe.Subscription> => {
    const { items } = await stripe.subscriptions.retrieve(id);
    const old = items.data.map((item) => ({ id: item.id, deleted: true }));
    const fresh = [
      { price_data: monthlyPrice('charity_7', 2000), quantity: 1 },
      { price_data: monthlyPrice('service_fee', 200), quantity: 1 },
    ];
    return stripe.subscriptions.update(id, { items: [...old, ...fresh], proration_behavior: 'none' });
  };

  test('applies from the next month on and charges nothing now', async () => {
    const { subscriptionId } = await subscribe(running);
    await stripe.products.create({ id: 'charity_7', name: 'Donation to another' });
    const before = await stripe.subscriptions.retrieve(subscriptionId);
    const changed = await change(subscriptionId);
    const end = before.items.data[0]?.current_period_end;
    expect(changed.items.data).toMatchObject([
      { price: { unit_amount: 2000, product: 'charity_7', recurring: { interval: 'month' } }, current_period_end: end },
      { price: { unit_amount: 200, product: 'service_fee' }, current_period_end: end },
    ]);
    const itemsBefore = before.items.data.map(({ id }) => ({ id }));
    expect(await lastUpdate()).toMatchObject({ previous_attributes: { items: { data: itemsBefore } } });
    expect(await invoicesOf(subscriptionId)).toHaveLength(1);
    advanceTo(running, isoInstant(end));
    const [, next] = await invoicesOf(subscriptionId);
    expect(next).toMatchObject({
      status: 'paid',
      amount_paid: 2200,
      lines: { data: [{ pricing: { price_details: { product: 'charity_7' } } }, {}] },
    });
  });

  test('is refused with proration, another currency, an unknown item or no items left', async () => {
    const { subscriptionId } = await subscribe(running);
    const price = monthlyPrice('charity_6', 900);
    const update = (params: Stripe.SubscriptionUpdateParams) => stripe.subscriptions.update(subscriptionId, params);
    const none = { proration_behavior: 'none' } as const;
    await expect(update({ items: [{ price_data: price }] })).rejects.toMatchObject({ param: 'proration_behavior' });
    await expect(
      update({ items: [{ price_data: price }], proration_behavior: 'always_invoice' }),
    ).rejects.toMatchObject({ param: 'proration_behavior' });
    const euros = [{ price_data: { ...price, currency: 'eur' } }];
    await expect(update({ items: euros, ...none })).rejects.toThrow('subscription, cad');
    await expect(update({ items: [{ id: 'si_unknown', deleted: true }], ...none })).rejects.toMatchObject({
      code: 'resource_missing',
    });
    const { items } = await stripe.subscriptions.retrieve(subscriptionId);
    const nothing = items.data.map(({ id }) => ({ id, deleted: true }));
    await expect(update({ items: nothing, ...none })).rejects.toThrow('at least one');
    await expect(update({ trial_end: 'now' })).rejects.toMatchObject({ code: 'parameter_unknown' });
    expect((await stripe.subscriptions.retrieve(subscriptionId)).items).toEqual(items);
  });
});

describe('a pause', () => {
  test('voids every invoice until it ends, then charges again', async () => {
    advanceTo(running, '2027-01-10T12:00:00Z');
    const { subscriptionId } = await subscribe(running);
    const resumesAt = Date.parse('2027-04-01T00:00:00Z') / 1000;
    const paused = await stripe.subscriptions.update(subscriptionId, {
      pause_collection: { behavior: 'void', resumes_at: resumesAt },
    });
    expect(paused).toMatchObject({ status: 'active', pause_collection: { behavior: 'void', resumes_at: resumesAt } });
    expect(await lastUpdate()).toMatchObject({ previous_attributes: { pause_collection: null } });
    const before = running.sandbox.store.events.size();
    advanceTo(running, '2027-05-01T00:00:00Z');
    const invoices = (await invoicesOf(subscriptionId)).map(
      (invoice) => `${isoInstant(invoice.created).slice(0, 10)} ${invoice.status ?? ''}`,
    );
    expect(invoices).toEqual(['2027-01-10 paid', '2027-02-10 void', '2027-03-10 void', '2027-04-10 paid']);
    const types = [...running.sandbox.store.events.values()].slice(before).map(({ type }) => type);
    const voided = ['invoice.created', 'customer.subscription.updated', 'invoice.voided'];
    const collected = ['customer.subscription.updated', 'invoice.upcoming', 'invoice.created'];
    expect(types.slice(0, 9)).toEqual([...voided, ...voided, ...collected]);
    expect((await stripe.charges.list({ limit: 100 })).data).toHaveLength(2);
    expect((await stripe.subscriptions.retrieve(subscriptionId)).pause_collection).toBeNull();
  });

  test('that ends with the month announces the next invoice', async () => {
    const { subscriptionId } = await subscribe(running);
    const { items } = await stripe.subscriptions.retrieve(subscriptionId);
    const end = items.data[0]?.current_period_end ?? 0;
    await stripe.subscriptions.update(subscriptionId, { pause_collection: { behavior: 'void', resumes_at: end } });
    advanceTo(running, isoInstant(end));
    expect((await invoicesOf(subscriptionId)).map(({ status }) => status)).toEqual(['paid', 'paid']);
    expect((await stripe.events.list({ type: 'invoice.upcoming' })).data).toHaveLength(1);
  });

  test('can be ended immediately', async () => {
    const { subscriptionId } = await subscribe(running);
    await stripe.subscriptions.update(subscriptionId, { pause_collection: { behavior: 'void' } });
    const resumed = await stripe.subscriptions.update(subscriptionId, { pause_collection: '' });
    expect(resumed.pause_collection).toBeNull();
    advanceTo(running, isoInstant(resumed.items.data[0]?.current_period_end));
    expect((await invoicesOf(subscriptionId)).map(({ status }) => status)).toEqual(['paid', 'paid']);
  });

  test('cannot end in the past', async () => {
    const { subscriptionId } = await subscribe(running);
    const past = { behavior: 'void', resumes_at: running.sandbox.clock.nowSeconds() } as const;
    await expect(stripe.subscriptions.update(subscriptionId, { pause_collection: past })).rejects.toMatchObject({
      param: 'pause_collection[resumes_at]',
    });
  });
});

describe('a cancellation', () => {
  test('ends the subscription immediately, and nothing is charged again', async () => {
    const { subscriptionId } = await subscribe(running);
    const canceled = await stripe.subscriptions.cancel(subscriptionId);
    expect(canceled).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'cancellation_requested' },
      ended_at: canceled.canceled_at,
    });
    await controlSandbox(running.url).advanceClock(400 * 24 * 3600);
    expect(await invoicesOf(subscriptionId)).toHaveLength(1);
    expect((await stripe.charges.list()).data).toHaveLength(1);
  });

  test('of an ended subscription returns 404, and only its metadata can still change', async () => {
    const { subscriptionId } = await subscribe(running);
    await stripe.subscriptions.cancel(subscriptionId);
    await expect(stripe.subscriptions.cancel(subscriptionId)).rejects.toMatchObject({
      statusCode: 404,
      type: 'StripeInvalidRequestError',
    });
    await expect(stripe.subscriptions.update(subscriptionId, { pause_collection: '' })).rejects.toMatchObject({
      code: 'invalid_canceled_subscription_fields',
    });
    const noted = await stripe.subscriptions.update(subscriptionId, { metadata: { plan_id: '', note: 'kept' } });
    expect(noted.metadata).toEqual({ note: 'kept' });
  });

  test('at the end of the period keeps the subscription active until then', async () => {
    const { subscriptionId } = await subscribe(running);
    const ending = await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
    const end = ending.items.data[0]?.current_period_end;
    expect(ending).toMatchObject({ status: 'active', cancel_at: end });
    advanceTo(running, isoInstant(end));
    const ended = await stripe.subscriptions.retrieve(subscriptionId);
    expect(ended).toMatchObject({ status: 'canceled', ended_at: end });
    expect(await invoicesOf(subscriptionId)).toHaveLength(1);
  });

  test('leaves an open invoice open and stops its retries', async () => {
    const control = controlSandbox(running.url);
    const { subscriptionId } = await subscribe(running);
    await control.failNextRenewals(subscriptionId, 1);
    await control.advanceClock(32 * 24 * 3600);
    await control.cancelSubscription(subscriptionId);
    await control.advanceClock(32 * 24 * 3600);
    const [, open] = await invoicesOf(subscriptionId);
    expect(open).toMatchObject({ status: 'open', attempt_count: 1, next_payment_attempt: null, auto_advance: false });
    expect((await stripe.charges.list()).data.map(({ status }) => status)).toEqual(['failed', 'succeeded']);
  });
});

describe('a subscription paused after failed payments', () => {
  const resumeOnItsDay = { billing_cycle_anchor: { type: 'unchanged' }, proration_behavior: 'none' } as const;

  test('gives the reason, gets no invoices, and becomes active when it is resumed', async () => {
    const { subscriptionId } = await subscribe(running);
    await controlSandbox(running.url).pauseAfterFailure(subscriptionId);
    expect(await stripe.subscriptions.retrieve(subscriptionId)).toMatchObject({
      status: 'paused',
      status_details: { paused: { type: 'subscription', subscription: { type: 'final_payment_failure' } } },
    });
    await controlSandbox(running.url).advanceClock(70 * 24 * 3600);
    expect((await stripe.invoices.list({ subscription: subscriptionId })).data).toHaveLength(1);
    const resumed = await stripe.subscriptions.resume(subscriptionId, resumeOnItsDay);
    expect(resumed.status).toBe('active');
    expect(resumed.status_details).toBeUndefined();
    const types = (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type);
    expect(types).toContain('customer.subscription.resumed');
    expect((await stripe.invoices.list({ subscription: subscriptionId })).data).toHaveLength(1);
  });

  test('can be resumed, but an active one cannot', async () => {
    const { subscriptionId } = await subscribe(running);
    await expect(stripe.subscriptions.resume(subscriptionId, resumeOnItsDay)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
    });
  });
});
