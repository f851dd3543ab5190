import type Stripe from 'stripe';
import { advanceClock } from '../follow-clock.ts';
import type { RunningSandbox } from '../start-sandbox.ts';
import { cardForm, stripeFor, submitForm } from './payer.ts';

/** A monthly price of an existing product. */
export const monthlyPrice = (product: string, unitAmount: number, currency = 'cad') => ({
  currency,
  product,
  recurring: { interval: 'month' as const },
  unit_amount: unitAmount,
});

/** Parameters of a monthly donation of CA$5.24 in two lines. `createProducts` must have run. */
export function aMonthlyDonation(
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

/** Creates the products of the donation unless they exist. */
export async function createProducts(stripe: Stripe): Promise<void> {
  for (const product of [
    { id: 'charity_6', name: 'Donation to Second Harvest' },
    { id: 'service_fee', name: 'Service fee (10%)' },
  ]) {
    await stripe.products.create(product).catch((error: unknown) => {
      if ((error as { code?: string }).code !== 'resource_already_exists') throw error;
    });
  }
}

/** Starts a monthly donation with a card. */
export async function subscribe(
  running: RunningSandbox,
  cardNumber = '4242424242424242',
): Promise<{ sessionId: string; subscriptionId: string; customerId: string; response: Response }> {
  const stripe = stripeFor(running);
  await createProducts(stripe);
  const { id: sessionId } = await stripe.checkout.sessions.create(aMonthlyDonation());
  const response = await submitForm(running, `/c/pay/${sessionId}`, cardForm(cardNumber));
  const { subscription, customer } = await stripe.checkout.sessions.retrieve(sessionId);
  return { sessionId, subscriptionId: idOf(subscription), customerId: idOf(customer), response };
}

/** A portal configuration that lets customers replace their card and see their invoices. */
export const cardAndInvoices: Stripe.BillingPortal.ConfigurationCreateParams = {
  features: { payment_method_update: { enabled: true }, invoice_history: { enabled: true } },
};

/** Moves the sandbox's clock forward to an instant. */
export function advanceTo({ sandbox }: RunningSandbox, instant: string): void {
  const seconds = Date.parse(instant) / 1000 - sandbox.clock.nowSeconds();
  if (seconds > 0) advanceClock(sandbox, seconds);
}

/** The id in a property that may be expanded; an empty string if the property is absent. */
export const idOf = (property: string | { readonly id: string } | null | undefined): string =>
  typeof property === 'string' ? property : (property?.id ?? '');

/** A time of the API as an ISO instant. */
export const isoInstant = (seconds: number | null | undefined): string =>
  typeof seconds === 'number' ? new Date(seconds * 1000).toISOString() : 'never';
