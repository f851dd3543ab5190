import type Stripe from 'stripe';
import { advanceClock } from '../follow-clock.ts';
import type { RunningSandbox } from '../start-sandbox.ts';
import { cardForm, stripeFor, submitForm } from './payer.ts';

/** A monthly price of a product that exists. */
export const monthlyPrice = (product: string, unitAmount: number, currency = 'cad') => ({
  currency,
  product,
  recurring: { interval: 'month' as const },
  unit_amount: unitAmount,
});

/** Parameters of a monthly gift of C$5.24 in two lines; `makeProducts` must have run. */
export function aMonthlyGift(
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'subscription',
    submit_type: 'donate',
    line_items: [
      { price_data: monthlyPrice('charity_6', 476), quantity: 1 },
      { price_data: monthlyPrice('service_fee', 48), quantity: 1 },
    ],
    subscription_data: { metadata: { plan_id: 'plan_1' } },
    metadata: { intent_id: 'int_1' },
    client_reference_id: 'int_1',
    adaptive_pricing: { enabled: false },
    success_url: 'http://localhost:3999/donation-success?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:3999/?canceled=1',
    ...changes,
  };
}

/** Makes the products of the gift, where they do not stand yet. */
export async function makeProducts(stripe: Stripe): Promise<void> {
  const { data: standing } = await stripe.products.list();
  if (standing.length > 0) return;
  await stripe.products.create({ id: 'charity_6', name: 'Donation to Second Harvest' });
  await stripe.products.create({ id: 'service_fee', name: 'Service fee (10%)' });
}

/** Signs up for a monthly gift with a card. Returns the session with its subscription. */
export async function subscribe(
  running: RunningSandbox,
  cardNumber = '4242424242424242',
): Promise<{ sessionId: string; subscriptionId: string; customerId: string; response: Response }> {
  const stripe = stripeFor(running);
  await makeProducts(stripe);
  const { id: sessionId } = await stripe.checkout.sessions.create(aMonthlyGift());
  const response = await submitForm(running, `/c/pay/${sessionId}`, cardForm(cardNumber));
  const { subscription, customer } = await stripe.checkout.sessions.retrieve(sessionId);
  return { sessionId, subscriptionId: idOf(subscription), customerId: idOf(customer), response };
}

/** Moves the sandbox's clock to a moment that is still to come. */
export function advanceTo({ sandbox }: RunningSandbox, moment: string): void {
  const seconds = Date.parse(moment) / 1000 - sandbox.clock.nowSeconds();
  if (seconds > 0) advanceClock(sandbox, seconds);
}

/** The id of an object that stands as its id or whole; an empty text where there is none. */
export const idOf = (named: string | { readonly id: string } | null | undefined): string =>
  typeof named === 'string' ? named : (named?.id ?? '');

/** An instant of the API in words. */
export const momentOf = (seconds: number | null | undefined): string =>
  typeof seconds === 'number' ? new Date(seconds * 1000).toISOString() : 'never';
