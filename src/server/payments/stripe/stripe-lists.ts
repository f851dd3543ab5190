import Stripe from 'stripe';
import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import { ProviderUnavailable } from '#server/payments/card-provider.ts';
import { stateOfSession } from './session-event.ts';
import { factMessages, translateMessage } from './stripe-webhook.ts';

/** The state of every checkout session created since an instant, by Stripe's own list. */
export const listSessionStates = (stripe: Stripe, since: Date): AsyncIterable<PaymentEvent> =>
  translated(
    stripe.checkout.sessions.list({
      created: { gte: toSeconds(since) },
      limit: pageSize,
      expand: ['data.payment_intent.latest_charge'],
    }),
    stateOfSession,
  );

/** The facts in Stripe's events list since an instant; Stripe keeps events for 30 days. */
export const listMessages = (stripe: Stripe, since: Date): AsyncIterable<PaymentEvent> =>
  translated(
    stripe.events.list({ created: { gte: toSeconds(since) }, types: [...factMessages], limit: pageSize }),
    translateMessage,
  );

const pageSize = 100;

const toSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

async function* translated<Item>(
  items: AsyncIterable<Item>,
  translate: (item: Item) => PaymentEvent | undefined,
): AsyncGenerator<PaymentEvent> {
  try {
    for await (const item of items) {
      const event = translate(item);
      if (event) yield event;
    }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError || error instanceof TypeError) {
      throw new ProviderUnavailable(error.message, { cause: error });
    }
    throw error;
  }
}
