import { afterAll, beforeAll, expect, test } from 'vitest';
import type Stripe from 'stripe';
import { startSandbox } from '../start-sandbox.ts';
import type { RunningSandbox } from '../start-sandbox.ts';
import { controlSandbox, type SandboxControl } from '../control-client.ts';
import { aDonation, stripeFor } from '../testing/payer.ts';
import { asLiterals, compileRecorded } from '../testing/recorded-types.ts';
import { monthlyPrice, subscribe } from '../testing/subscriber.ts';

/**
 * What the sandbox answers is recorded and compiled as literals of the official SDK's types: a property that is
 * missing, surplus or of another type does not compile. The SDK turns decimals into a class, on the wire they are text.
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

/** The events of each page, as they stand on the wire. */
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
  const make = async () => (await stripe.checkout.sessions.create(aDonation())).id;
  await make();
  await control.submitPayment(await make());
  await control.submitPayment(await make(), { cardNumber: '4000000000000002' });
  const confirmed = await make();
  await control.submitPayment(confirmed, { cardNumber: '4000002500003155' });
  await control.submitPayment(await make(), { bankAccount: 'returns' });
  await control.submitPayment(await make(), { bankAccount: 'settles' });
  const waiting = await fetchData('/v1/payment_intents');
  await control.decideConfirmation(confirmed, 'complete');
  await control.advanceClock(5 * 24 * 3600);
  const paid = (await control.readBooks()).find((payment) => payment.state === 'succeeded');
  await stripe.refunds.create({ payment_intent: paid?.paymentIntentId ?? '', amount: 100, metadata: { why: 'test' } });
  await control.warnOfFraud(paid?.paymentIntentId ?? '');
  const { id: refundId } = await stripe.refunds.create({ payment_intent: paid?.paymentIntentId ?? '', amount: 50 });
  await control.failRefund(refundId);
  await recordDisputes(control, make);
  const portal = await recordSubscriptions(stripe);
  // Renewals come only when the first events are no longer listed.
  const earlyEvents = await fetchEvents();
  await control.advanceClock(50 * 24 * 3600);
  const expanded = '?limit=100&expand[]=data.payment_intent.latest_charge.balance_transaction&expand[]=data.line_items';
  const recorded: [string, unknown[]][] = [
    ['Stripe.Checkout.Session', await fetchData(`/v1/checkout/sessions${expanded}`)],
    ['Stripe.PaymentIntent', [...waiting, ...(await fetchData('/v1/payment_intents?limit=100'))]],
    ['Stripe.Charge', await fetchData('/v1/charges?limit=100&expand[]=data.refunds')],
    ['Stripe.BalanceTransaction', await fetchData('/v1/balance_transactions?limit=100')],
    ['Stripe.Refund', await fetchData('/v1/refunds?limit=100')],
    ['Stripe.Dispute', await fetchData('/v1/disputes?limit=100&expand[]=data.charge')],
    ['Stripe.Radar.EarlyFraudWarning', await fetchData('/v1/radar/early_fraud_warnings?limit=100')],
    ['Stripe.Subscription', await fetchData('/v1/subscriptions?limit=100&status=all')],
    ['Stripe.Subscription', await fetchData(`/v1/subscriptions?limit=100&${wholeSubscriptions}`)],
    ['Stripe.Invoice', await fetchData('/v1/invoices?limit=100&expand[]=data.payments&expand[]=data.customer')],
    ['Stripe.InvoicePayment', await fetchData('/v1/invoice_payments?limit=100')],
    ['Stripe.Customer', await fetchData('/v1/customers?limit=100')],
    ['Stripe.PaymentMethod', await fetchData('/v1/payment_methods?limit=100')],
    ['Stripe.Product', await fetchData('/v1/products?limit=100')],
    ['Stripe.BillingPortal.Session', [portal]],
    ['Stripe.Account', await fetchData('/v1/account')],
  ];
  const events = [...earlyEvents, ...(await fetchEvents())] as { type: string }[];
  const byType = events.map((event) => asWire(`Extract<Stripe.Event, { type: '${event.type}' }>`, [event]));
  return [...recorded.map(([type, values]) => asWire(type, values)), ...byType].join('\n');
}

const wholeSubscriptions = 'expand[]=data.default_payment_method&expand[]=data.latest_invoice';

/** Subscriptions in each state that they can have, with their bills. Returns a visit to the portal. */
async function recordSubscriptions(stripe: Stripe): Promise<unknown> {
  const noProration = { proration_behavior: 'none' } as const;
  const { subscriptionId: changed, customerId } = await subscribe(running);
  const [item] = (await stripe.subscriptions.retrieve(changed)).items.data;
  const items = [{ id: item?.id ?? '', price_data: monthlyPrice('charity_6', 900) }];
  await stripe.subscriptions.update(changed, { items, metadata: { why: 'test' }, ...noProration });
  await stripe.customers.update(customerId, { name: 'Another Name' });
  const { subscriptionId: paused } = await subscribe(running);
  await stripe.subscriptions.update(paused, { pause_collection: { behavior: 'void' } });
  const { subscriptionId: ending } = await subscribe(running);
  await stripe.subscriptions.update(ending, { cancel_at_period_end: true });
  await subscribe(running, '4000000000000341');
  const { subscriptionId: canceled } = await subscribe(running);
  await stripe.subscriptions.cancel(canceled);
  const { lastResponse: _response, ...portal } = await stripe.billingPortal.sessions.create({ customer: customerId });
  return portal;
}

/** A dispute in each state that it can have. */
async function recordDisputes(control: SandboxControl, make: () => Promise<string>): Promise<void> {
  const pay = async (): Promise<string> => {
    const sessionId = await make();
    await control.submitPayment(sessionId);
    const books = await control.readBooks();
    return books.find(({ checkoutSessionId }) => checkoutSessionId === sessionId)?.paymentIntentId ?? '';
  };
  for (const decision of ['won', 'lost'] as const) {
    await control.decideDispute((await control.openDispute(await pay())).disputeId, decision);
  }
  await control.openDispute(await pay());
  for (const decision of ['escalated', 'inquiry_closed'] as const) {
    const { disputeId } = await control.openDispute(await pay(), { kind: 'inquiry' });
    await control.decideDispute(disputeId, decision);
  }
  await control.openDispute(await pay(), { kind: 'inquiry' });
}

test('every object that the sandbox answers has the shape that the official SDK declares', async () => {
  const source = await recordAllKinds();
  expect(source.split('\n').length).toBeGreaterThan(40);
  expect(await compile(source)).toBe('');
}, 60_000);

test('an object that lacks a property or has one too many does not pass', async () => {
  const [account] = await fetchData('/v1/account');
  const { type: _type, ...lacking } = account as { type: string };
  const surplus = { ...(account as object), colour: 'red' };
  const complaint = await compile(asWire('Stripe.Account', [lacking, surplus]));
  expect(complaint).toContain("Property 'type' is missing");
  expect(complaint).toMatch(/"?colour"?' does not exist/);
}, 60_000);
