import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { controlSandbox, type SandboxControl } from '#sandbox/control-client.ts';
import { startSandbox, type RunningSandbox } from '#sandbox/start-sandbox.ts';
import { cardForm, stripeFor, submitForm } from '#sandbox/testing/payer.ts';
import { advanceTo, idOf, isoInstant, subscribe } from '#sandbox/testing/subscriber.ts';

let running: RunningSandbox;
let stripe: Stripe;
let control: SandboxControl;

beforeEach(async () => {
  running = await startSandbox();
  stripe = stripeFor(running);
  control = controlSandbox(running.url);
});

afterEach(() => running.close());

const failsLater = '4000000000000341';

const latestInvoice = async (subscriptionId: string): Promise<Stripe.Invoice> => {
  const { latest_invoice: id } = await stripe.subscriptions.retrieve(subscriptionId);
  return stripe.invoices.retrieve(idOf(id), { expand: ['payments'] });
};

/** Moves the clock to the next automatic attempt. */
async function advanceToNextAttempt(subscriptionId: string): Promise<Stripe.Invoice> {
  const { next_payment_attempt: next } = await latestInvoice(subscriptionId);
  advanceTo(running, isoInstant(next));
  return latestInvoice(subscriptionId);
}

async function advanceToRenewal(subscriptionId: string): Promise<Stripe.Invoice> {
  const { items } = await stripe.subscriptions.retrieve(subscriptionId);
  advanceTo(running, isoInstant(items.data[0]?.current_period_end));
  return latestInvoice(subscriptionId);
}

const daysBetween = (start: number, end: number | null): number => ((end ?? 0) - start) / (24 * 3600);

test('a card that fails later pays the first month and is past due in the next', async () => {
  const { subscriptionId } = await subscribe(running, failsLater);
  expect(await latestInvoice(subscriptionId)).toMatchObject({ status: 'paid' });
  const failed = await advanceToRenewal(subscriptionId);
  expect(failed).toMatchObject({
    status: 'open',
    amount_paid: 0,
    attempt_count: 1,
    billing_reason: 'subscription_cycle',
  });
  expect(daysBetween(failed.created, failed.next_payment_attempt)).toBe(3);
  expect(failed.payments?.data).toMatchObject([{ status: 'open' }]);
  expect((await stripe.subscriptions.retrieve(subscriptionId)).status).toBe('past_due');
  const types = (await stripe.events.list({ limit: 6 })).data.map(({ type }) => type);
  expect(types).toEqual([
    'customer.subscription.updated',
    'invoice.payment_failed',
    'payment_intent.payment_failed',
    'charge.failed',
    'payment_intent.created',
    'invoice.finalized',
  ]);
});

test('a failed invoice is retried after 3, 5 and 7 days, then the subscription ends and the invoice stays open', async () => {
  const { subscriptionId } = await subscribe(running, failsLater);
  const { created, id } = await advanceToRenewal(subscriptionId);
  const daysUntilAttempts: number[] = [];
  for (const attempt of [2, 3, 4]) {
    const invoice = await advanceToNextAttempt(subscriptionId);
    expect(invoice).toMatchObject({ id, attempt_count: attempt });
    daysUntilAttempts.push(daysBetween(created, running.sandbox.clock.nowSeconds()));
  }
  expect(daysUntilAttempts.map(Math.floor)).toEqual([3, 8, 15]);
  expect(await latestInvoice(subscriptionId)).toMatchObject({ status: 'open', next_payment_attempt: null });
  const ended = await stripe.subscriptions.retrieve(subscriptionId);
  expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } });
  expect(daysBetween(created, ended.ended_at)).toBe(15);
  expect((await stripe.events.list({ type: 'customer.subscription.deleted' })).data).toHaveLength(1);
  const charges = async () => (await stripe.charges.list({ limit: 100 })).data.length;
  const before = await charges();
  await control.advanceClock(100 * 24 * 3600);
  expect(await charges()).toBe(before);
});

test('after the card is replaced, the next attempt succeeds with the same payment intent', async () => {
  const { subscriptionId } = await subscribe(running, failsLater);
  const failed = await advanceToRenewal(subscriptionId);
  await control.replaceCard(subscriptionId, '5555 5555 5555 4444');
  expect((await stripe.subscriptions.retrieve(subscriptionId)).status).toBe('past_due');
  const paid = await advanceToNextAttempt(subscriptionId);
  expect(paid).toMatchObject({ id: failed.id, status: 'paid', attempt_count: 2, amount_paid: 524 });
  expect(idOf(paid.payments?.data[0]?.payment.payment_intent)).toBe(
    idOf(failed.payments?.data[0]?.payment.payment_intent),
  );
  const subscription = await stripe.subscriptions.retrieve(subscriptionId, { expand: ['default_payment_method'] });
  expect(subscription).toMatchObject({ status: 'active', default_payment_method: { card: { last4: '4444' } } });
  const [updated] = (await stripe.events.list({ type: 'customer.subscription.updated', limit: 1 })).data;
  expect(updated?.data).toMatchObject({ object: { status: 'active' }, previous_attributes: { status: 'past_due' } });
  expect(await advanceToRenewal(subscriptionId)).toMatchObject({ status: 'paid', attempt_count: 1 });
});

test('the operator can make any number of charges fail', async () => {
  const { subscriptionId } = await subscribe(running);
  await control.failNextRenewals(subscriptionId, 2);
  expect(await advanceToRenewal(subscriptionId)).toMatchObject({ status: 'open', attempt_count: 1 });
  expect(await advanceToNextAttempt(subscriptionId)).toMatchObject({ status: 'open', attempt_count: 2 });
  expect(await advanceToNextAttempt(subscriptionId)).toMatchObject({ status: 'paid', attempt_count: 3 });
});

test('an open invoice can be paid on its page before the next attempt', async () => {
  const { subscriptionId } = await subscribe(running);
  await control.failNextRenewals(subscriptionId, 1);
  const failed = await advanceToRenewal(subscriptionId);
  await payOnInvoicePage(failed, '4242424242424242');
  expect(await latestInvoice(subscriptionId)).toMatchObject({
    id: failed.id,
    status: 'paid',
    next_payment_attempt: null,
  });
  expect((await stripe.subscriptions.retrieve(subscriptionId)).status).toBe('active');
});

test('a declined payment on the invoice page does not change the automatic attempts', async () => {
  const { subscriptionId } = await subscribe(running, failsLater);
  const failed = await advanceToRenewal(subscriptionId);
  const page = await payOnInvoicePage(failed, '4000000000000002');
  expect(await page.text()).toContain('declined');
  const { attempt_count: count, next_payment_attempt: next } = await latestInvoice(subscriptionId);
  expect([count, next]).toEqual([1, failed.next_payment_attempt]);
});

/** Pays an invoice on its hosted page. */
const payOnInvoicePage = ({ hosted_invoice_url: url }: Stripe.Invoice, cardNumber: string): Promise<Response> =>
  submitForm(running, new URL(url ?? '').pathname, cardForm(cardNumber));

test('a declined or invalid card does not replace the old one', async () => {
  const { subscriptionId } = await subscribe(running);
  await expect(control.replaceCard(subscriptionId, '4000000000000002')).rejects.toThrow('402');
  await expect(control.replaceCard(subscriptionId, '4242424242424241')).rejects.toThrow('400');
  expect(await control.readSubscriptions()).toMatchObject([{ subscriptionId, cardLast4: '4242' }]);
});

test('a voided invoice is never charged, and its subscription is no longer past due', async () => {
  const { subscriptionId } = await subscribe(running, failsLater);
  const failed = await advanceToRenewal(subscriptionId);
  expect(await stripe.invoices.voidInvoice(failed.id)).toMatchObject({
    id: failed.id,
    status: 'void',
    next_payment_attempt: null,
    status_transitions: { voided_at: running.sandbox.clock.nowSeconds() },
  });
  expect((await stripe.subscriptions.retrieve(subscriptionId)).status).toBe('active');
  expect((await stripe.events.list({ limit: 2 })).data.map(({ type }) => type)).toEqual([
    'customer.subscription.updated',
    'invoice.voided',
  ]);
  advanceTo(running, isoInstant(failed.created + 20 * 24 * 3600));
  expect(await latestInvoice(subscriptionId)).toMatchObject({ id: failed.id, status: 'void', attempt_count: 1 });
});

test('only an open invoice can be voided', async () => {
  const { subscriptionId } = await subscribe(running);
  const { id } = await latestInvoice(subscriptionId);
  await expect(stripe.invoices.voidInvoice(id)).rejects.toMatchObject({
    statusCode: 400,
    code: 'invoice_not_editable',
  });
  await expect(stripe.invoices.voidInvoice('in_none')).rejects.toMatchObject({ statusCode: 404 });
});
