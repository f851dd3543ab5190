import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { controlSandbox, type SandboxControl } from '#sandbox/control-client.ts';
import { startSandbox, type RunningSandbox } from '#sandbox/start-sandbox.ts';
import { aDonation, stripeFor } from '#sandbox/testing/payer.ts';
import { asLiterals, compileRecorded } from '#sandbox/testing/recorded-types.ts';
import { cardAndInvoices, monthlyPrice, subscribe } from '#sandbox/testing/subscriber.ts';

/**
 * The sandbox's responses are recorded and compiled as literals of the official SDK's types: a missing, extra or wrongly
 * typed property does not compile. The SDK turns decimals into a class; on the wire they are strings.
 */
const preamble = `
import type Stripe from 'stripe';
type Wire<T> = T extends Stripe.Decimal ? string : T extends (infer Item)[] ? Wire<Item>[] : T extends object ? { [Key in keyof T]: Wire<T[Key]> } : T;
`;

let running: RunningSandbox;

beforeAll(async () => {
  running = await startSandbox();
});

afterAll(() => running.close());

const authorized = () => ({ authorization: `Bearer ${running.sandbox.config.secretKey}` });

async function fetchData(path: string): Promise<unknown[]> {
  const body = (await (await fetch(`${running.url}${path}`, { headers: authorized() })).json()) as { data?: unknown[] };
  return body.data ?? [body];
}

/** Fetches all events as the API returns them, page by page. */
async function fetchEvents(): Promise<unknown[]> {
  const events: unknown[] = [];
  for (let page = await fetchData('/v1/events?limit=100'); page.length > 0;) {
    events.push(...page);
    const { id } = page.at(-1) as { id: string };
    page = await fetchData(`/v1/events?limit=100&starting_after=${id}`);
  }
  return events;
}

const compile = (source: string): Promise<string> => compileRecorded(preamble + source);

const asWire = (type: string, values: readonly unknown[]): string => asLiterals(`Wire<${type}>`, values);

async function recordAllKinds(): Promise<string> {
  const stripe = stripeFor(running);
  const control = controlSandbox(running.url);
  const createSession = async () => (await stripe.checkout.sessions.create(aDonation())).id;
  await createSession();
  await control.submitPayment(await createSession());
  await control.submitPayment(await createSession(), { cardNumber: '4000000000000002' });
  const confirmed = await createSession();
  await control.submitPayment(confirmed, { cardNumber: '4000002500003155' });
  await control.submitPayment(await createSession(), { bankAccount: 'returns' });
  await control.submitPayment(await createSession(), { bankAccount: 'settles' });
  const waiting = await fetchData(`/v1/checkout/sessions?limit=100&${withIntent}`);
  await control.decideConfirmation(confirmed, 'complete');
  await control.advanceClock(5 * 24 * 3600);
  const paid = (await control.readPayments()).find((payment) => payment.state === 'succeeded');
  await stripe.refunds.create({ payment_intent: paid?.paymentIntentId ?? '', amount: 100, metadata: { why: 'test' } });
  await control.warnOfFraud(paid?.paymentIntentId ?? '');
  const { id: refundId } = await stripe.refunds.create({ payment_intent: paid?.paymentIntentId ?? '', amount: 50 });
  await control.failRefund(refundId);
  await recordDisputes(control, createSession);
  await recordPayouts(control);
  const portal = await recordSubscriptions(stripe);
  const { lastResponse: _response, ...product } = await stripe.products.create({ name: 'Coffee' });
  // By the time of the renewals, the first events are no longer listed.
  const earlyEvents = await fetchEvents();
  await control.advanceClock(50 * 24 * 3600);
  const recorded: [string, unknown[]][] = [
    ['Stripe.Checkout.Session', [...waiting, ...(await fetchData(`/v1/checkout/sessions?limit=100&${withIntent}`))]],
    ['Stripe.Charge', await fetchData('/v1/charges?limit=100')],
    ['Stripe.Charge', await fetchData('/v1/charges?limit=100&expand[]=data.balance_transaction')],
    ['Stripe.Balance', await fetchData('/v1/balance')],
    ['Stripe.BalanceTransaction', await fetchData('/v1/balance_transactions?limit=100')],
    ['Stripe.BalanceTransaction', await fetchData('/v1/balance_transactions?limit=100&expand[]=data.source')],
    ['Stripe.Payout', await fetchData('/v1/payouts?limit=100')],
    ['Stripe.Payout', await fetchData(`/v1/payouts?limit=100&${withTransactions}`)],
    ['Stripe.Refund', await fetchData('/v1/refunds?limit=100')],
    ['Stripe.Dispute', await fetchData('/v1/disputes?limit=100')],
    ['Stripe.Radar.EarlyFraudWarning', await fetchData('/v1/radar/early_fraud_warnings?limit=100')],
    ['Stripe.Subscription', await fetchSubscriptions(control)],
    ['Stripe.Invoice', await fetchData('/v1/invoices?limit=100&expand[]=data.payments')],
    ['Stripe.Product', [product]],
    ['Stripe.BillingPortal.Session', [portal]],
    ['Stripe.BillingPortal.Configuration', await fetchData('/v1/billing_portal/configurations')],
  ];
  const events = [...earlyEvents, ...(await fetchEvents())] as { type: string }[];
  const byType = events.map((event) => asWire(`Extract<Stripe.Event, { type: '${event.type}' }>`, [event]));
  return [...recorded.map(([type, values]) => asWire(type, values)), ...byType].join('\n');
}

const withTransactions = 'expand[]=data.balance_transaction&expand[]=data.failure_balance_transaction';

const withIntent = 'expand[]=data.payment_intent.latest_charge';

/** Fetches every subscription, plain and with its card expanded. */
async function fetchSubscriptions(control: SandboxControl): Promise<unknown[]> {
  const paths = (await control.readSubscriptions()).map(({ subscriptionId }) => `/v1/subscriptions/${subscriptionId}`);
  const expanded = paths.map((path) => `${path}?expand[]=default_payment_method`);
  return (await Promise.all([...paths, ...expanded].map(fetchData))).flat();
}

/** Creates subscriptions in every state, with their invoices. Returns a portal session. */
async function recordSubscriptions(stripe: Stripe): Promise<unknown> {
  const noProration = { proration_behavior: 'none' } as const;
  const { subscriptionId: changed, customerId } = await subscribe(running);
  const [item] = (await stripe.subscriptions.retrieve(changed)).items.data;
  const items = [{ id: item?.id ?? '', price_data: monthlyPrice('charity_6', 900) }];
  await stripe.subscriptions.update(changed, { items, metadata: { why: 'test' }, ...noProration });
  const { subscriptionId: paused } = await subscribe(running);
  await stripe.subscriptions.update(paused, { pause_collection: { behavior: 'void' } });
  const { subscriptionId: ending } = await subscribe(running);
  await stripe.subscriptions.update(ending, { cancel_at_period_end: true });
  await subscribe(running, '4000000000000341');
  const control = controlSandbox(running.url);
  const { subscriptionId: resumed } = await subscribe(running);
  await control.pauseAfterFailure(resumed);
  await stripe.subscriptions.resume(resumed, { billing_cycle_anchor: { type: 'unchanged' }, ...noProration });
  await control.pauseAfterFailure((await subscribe(running)).subscriptionId);
  const { subscriptionId: canceled } = await subscribe(running);
  await stripe.subscriptions.cancel(canceled);
  const { id: configuration } = await stripe.billingPortal.configurations.create(cardAndInvoices);
  await stripe.billingPortal.configurations.update(configuration, { name: 'Cards', metadata: { why: 'test' } });
  const { lastResponse: _response, ...portal } = await stripe.billingPortal.sessions.create({
    customer: customerId,
    configuration,
  });
  return portal;
}

/** Creates payouts in every state, and the other kinds of balance transactions. */
async function recordPayouts(control: SandboxControl): Promise<void> {
  await control.changeBalance('stripe_fee', -200);
  await control.changeBalance('topup', 100_000);
  await control.changeBalance('adjustment', 300, 'usd');
  const failed = await control.payOut();
  await control.failPayout(failed.payouts[0]?.payoutId ?? '');
  await control.setPayoutSchedule('daily');
  await control.advanceClock(2 * 24 * 3600);
}

/** Creates a dispute in every state. */
async function recordDisputes(control: SandboxControl, createSession: () => Promise<string>): Promise<void> {
  const pay = async (): Promise<string> => {
    const sessionId = await createSession();
    await control.submitPayment(sessionId);
    const payments = await control.readPayments();
    return payments.find(({ checkoutSessionId }) => checkoutSessionId === sessionId)?.paymentIntentId ?? '';
  };
  for (const decision of ['won', 'lost'] as const) {
    await control.decideDispute((await control.openDispute(await pay())).disputeId, decision);
  }
  await control.openDispute(await pay());
  await control.openDispute(await pay(), { kind: 'prevented' });
  const { disputeId: partlyLost } = await control.openDispute(await pay(), { amountMinor: 748, withdrawnMinor: 760 });
  await control.decideDispute(partlyLost, 'answered');
  await control.decideDispute(partlyLost, 'lost', 200);
  for (const decision of ['escalated', 'inquiry_closed'] as const) {
    const { disputeId } = await control.openDispute(await pay(), { kind: 'inquiry' });
    await control.decideDispute(disputeId, decision);
  }
  await control.openDispute(await pay(), { kind: 'inquiry' });
}

test('every object in a response has the shape that the official SDK declares', async () => {
  const source = await recordAllKinds();
  expect(source.split('\n').length).toBeGreaterThan(40);
  expect(await compile(source)).toBe('');
});

test('an object with a missing or an extra property does not compile', async () => {
  const { lastResponse: _response, ...product } = await stripeFor(running).products.create({ name: 'Coffee' });
  const { type: _type, ...incomplete } = product;
  const errors = await compile(asWire('Stripe.Product', [incomplete, { ...product, color: 'red' }]));
  expect(errors).toContain("Property 'type' is missing");
  expect(errors).toMatch(/"?color"?' does not exist/);
});
