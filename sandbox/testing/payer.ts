import Stripe from 'stripe';
import type { RunningSandbox } from '../start-sandbox.ts';

/** The official SDK for a sandbox. It does not retry, so that tests see the first response. */
export function stripeFor(
  running: RunningSandbox,
  options: { maxNetworkRetries?: number; timeout?: number } = {},
): Stripe {
  return new Stripe(running.sandbox.config.secretKey, {
    host: '127.0.0.1',
    port: running.port,
    protocol: 'http',
    maxNetworkRetries: options.maxNetworkRetries ?? 0,
    timeout: options.timeout ?? 120_000,
    telemetry: false,
  });
}

/** Parameters of a donation of CA$5.24 in two lines. */
export function aDonation(
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    line_items: [
      {
        price_data: { currency: 'cad', unit_amount: 476, product_data: { name: 'Coffee', description: 'Ten meals' } },
        quantity: 1,
      },
      { price_data: { currency: 'cad', unit_amount: 48, product_data: { name: 'Service Fee (10%)' } }, quantity: 1 },
    ],
    metadata: { intent: 'int_1' },
    payment_intent_data: { metadata: { intent: 'int_1' }, description: 'A donation' },
    client_reference_id: 'int_1',
    submit_type: 'donate',
    adaptive_pricing: { enabled: false },
    success_url: 'http://localhost:3999/donation-success?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:3999/?canceled=1',
    ...changes,
  };
}

/** The fields of the hosted page, filled in. */
export function cardForm(cardNumber: string, changes: Record<string, string> = {}): Record<string, string> {
  return {
    email: 'donor@example.org',
    method: 'card',
    cardNumber,
    expirationDate: '12 / 40',
    cvc: '123',
    cardholderName: 'A. Donor',
    ...changes,
  };
}

/** Submits a form as a browser would, without following the redirect. */
export function submitForm(running: RunningSandbox, path: string, form: Record<string, string>): Promise<Response> {
  return fetch(`${running.url}${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
}

/** Creates a session and pays it with a card. */
export async function payWithCard(
  running: RunningSandbox,
  cardNumber = '4242424242424242',
): Promise<{ sessionId: string; response: Response }> {
  const session = await stripeFor(running).checkout.sessions.create(aDonation());
  const response = await submitForm(running, `/c/pay/${session.id}`, cardForm(cardNumber));
  return { sessionId: session.id, response };
}
