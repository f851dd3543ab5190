import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSandbox, type RunningSandbox } from '#sandbox/start-sandbox.ts';
import { stripeFor } from '#sandbox/testing/payer.ts';
import { advanceTo, isoInstant, subscribe } from '#sandbox/testing/subscriber.ts';

let running: RunningSandbox;
let stripe: Stripe;

beforeEach(async () => {
  running = await startSandbox();
  stripe = stripeFor(running);
});

afterEach(() => running.close());

/** All events, oldest first. The API lists only 30 days, so they come from the store. */
const allEvents = () => [...running.sandbox.store.events.values()];

test('a subscription started on the 31st is charged on the last day of shorter months, then on the 31st again', async () => {
  advanceTo(running, '2027-01-31T23:30:00Z');
  const { subscriptionId } = await subscribe(running);
  advanceTo(running, '2028-04-15T00:00:00Z');
  const invoices = await stripe.invoices.list({ subscription: subscriptionId, limit: 100 });
  const days = invoices.data.map(({ created }) => isoInstant(created).slice(0, 10)).toReversed();
  expect(days).toEqual(
    [
      ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30', '2027-07-31', '2027-08-31'],
      ['2027-09-30', '2027-10-31', '2027-11-30', '2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31'],
    ].flat(),
  );
  expect(new Set(invoices.data.map(({ status }) => status))).toEqual(new Set(['paid']));
  expect((await stripe.charges.list({ limit: 100 })).data).toHaveLength(15);
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  expect(isoInstant(subscription.items.data[0]?.current_period_end)).toMatch(/^2028-04-30T23:3/);
});

test('a jump over many months emits every event once, in order, dated when it was due', async () => {
  await subscribe(running);
  await subscribe(running);
  const start = running.sandbox.clock.nowSeconds();
  advanceTo(running, new Date((start + 200 * 24 * 3600) * 1000).toISOString());
  const events = allEvents();
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  const times = events.map(({ created }) => created);
  expect(times).toEqual(times.toSorted((first, second) => first - second));
  const paid = events.filter(({ type }) => type === 'invoice.paid');
  expect(paid).toHaveLength(2 * 7);
  for (const { created, objectJson } of paid) {
    const invoice = JSON.parse(objectJson) as Stripe.Invoice;
    expect([invoice.created, invoice.status_transitions.paid_at]).toEqual([created, created]);
  }
});

test('a renewal emits its events in order, from the announcement to the charge', async () => {
  const { subscriptionId } = await subscribe(running);
  const before = allEvents().length;
  const [item] = (await stripe.subscriptions.retrieve(subscriptionId)).items.data;
  advanceTo(running, isoInstant(item?.current_period_end));
  const events = allEvents().slice(before);
  expect(events.map(({ type }) => type)).toEqual([
    'invoice.upcoming',
    'invoice.created',
    'customer.subscription.updated',
    'invoice.finalized',
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice_payment.paid',
    'invoice.paid',
    'invoice.payment_succeeded',
    'charge.updated',
  ]);
  expect((events[1]?.created ?? 0) - (events[0]?.created ?? 0)).toBe(3 * 24 * 3600);
  expect(events[2]?.previousAttributes).toMatchObject({
    items: { data: [{ current_period_end: item?.current_period_end }, {}] },
  });
});
