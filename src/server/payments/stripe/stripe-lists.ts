import Stripe from 'stripe';
import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import type { ReversalEvent } from '#domain/payment/reversal.ts';
import { ProviderUnavailable, type ProviderFee } from '#server/payments/card-provider.ts';
import { stateOfReversal } from './reversal-message.ts';
import { stateOfSession } from './session-event.ts';
import { feesOfCharge, feesOfDispute } from './stripe-fees.ts';
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

/** How every refund and dispute stands that was made since an instant, by Stripe's own lists. */
export async function* listReversals(
  stripe: Stripe,
  isLive: boolean,
  since: { readonly refunds: Date; readonly disputes: Date },
): AsyncGenerator<ReversalEvent> {
  const stateOf = (reversal: unknown) => stateOfReversal(reversal, isLive);
  yield* translated(stripe.refunds.list({ created: { gte: toSeconds(since.refunds) }, limit: pageSize }), stateOf);
  yield* translated(stripe.disputes.list({ created: { gte: toSeconds(since.disputes) }, limit: pageSize }), stateOf);
}

/** What Stripe kept of charges and for disputes made since an instant. */
export async function* listFees(
  stripe: Stripe,
  since: { readonly charges: Date; readonly disputes: Date },
): AsyncGenerator<ProviderFee> {
  const ofCharges = { created: { gte: toSeconds(since.charges) }, expand: ['data.balance_transaction'] };
  const ofDisputes = { created: { gte: toSeconds(since.disputes) } };
  yield* each(translated(stripe.charges.list({ ...ofCharges, limit: pageSize }), feesOfCharge));
  yield* each(translated(stripe.disputes.list({ ...ofDisputes, limit: pageSize }), feesOfDispute));
}

async function* each<Item>(lists: AsyncIterable<readonly Item[]>): AsyncGenerator<Item> {
  for await (const list of lists) yield* list;
}

const pageSize = 100;

const toSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

async function* translated<Item, Fact>(
  items: AsyncIterable<Item>,
  translate: (item: Item) => Fact | undefined,
): AsyncGenerator<Fact> {
  try {
    for await (const item of items) {
      const fact = translate(item);
      if (fact) yield fact;
    }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError || error instanceof TypeError) {
      throw new ProviderUnavailable(error.message, { cause: error });
    }
    throw error;
  }
}
