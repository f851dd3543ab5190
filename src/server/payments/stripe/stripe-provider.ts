import Stripe from 'stripe';
import type { StripeConfig } from '#server/config.ts';
import type { CardProvider, FetchedSession, OpenedCheckout, RefundedPayment } from '#server/payments/card-provider.ts';
import { openCheckout } from './open-checkout.ts';
import { refundPayment } from './refund-payment.ts';
import { listFees, listMessages, listReversals, listSessionStates } from './stripe-lists.ts';
import { stateOfSession } from './session-event.ts';
import { createStripeClient } from './stripe-client.ts';
import { stripeSubscriptions } from './stripe-subscriptions.ts';
import { readStripeWebhook } from './stripe-webhook.ts';

/** Stripe behind our port: hosted Checkout for one-time card payments. */
export function createStripeProvider(config: StripeConfig): CardProvider {
  const stripe = createStripeClient(config);
  return {
    name: 'stripe',
    isLive: config.isLive,
    subscriptions: stripeSubscriptions(stripe),
    openCheckout: (request) => answering(() => openCheckout(stripe, request)),
    fetchSession: (sessionId) =>
      answering(async () => {
        const session = await stripe.checkout.sessions.retrieve(sessionId, {
          expand: ['payment_intent.latest_charge'],
        });
        return { code: 'fetched', event: stateOfSession(session) };
      }),
    listSessionStates: (since) => listSessionStates(stripe, since),
    listMessages: (since) => listMessages(stripe, since),
    refundPayment: (request) => answering(() => refundPayment(stripe, config.isLive, request)),
    listReversals: (since) => listReversals(stripe, config.isLive, since),
    listFees: (since) => listFees(stripe, since),
    readWebhook: (rawBody, signature) => readStripeWebhook(stripe, config.webhookSecret, rawBody, signature),
  };
}

/** A provider that refuses, is down or talks nonsense is an outcome, not an accident: the caller decides what the donor hears. */
async function answering<Answer extends OpenedCheckout | FetchedSession | RefundedPayment>(
  ask: () => Promise<Answer>,
): Promise<Answer | { code: 'unavailable'; detail: string }> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError || error instanceof TypeError) {
      return { code: 'unavailable', detail: `${error.name}: ${error.message}` };
    }
    throw error;
  }
}
