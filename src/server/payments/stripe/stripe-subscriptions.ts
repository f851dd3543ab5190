import Stripe from 'stripe';
import { ProviderUnavailable } from '#server/payments/card-provider.ts';
import type {
  Asked,
  InvoiceState,
  MonthlyGift,
  SubscriptionProvider,
  SubscriptionState,
} from '#server/payments/subscription-provider.ts';
import { charityProduct, ensureProducts, feeProduct } from './charity-product.ts';
import { toInvoiceState } from './invoice-state.ts';
import { toSubscriptionState } from './subscription-state.ts';

const withCard = { expand: ['default_payment_method'] };
const withPayments = { expand: ['payments'] };

/** Stripe's subscriptions behind our port. Changes never charge or give back for the month that runs. */
export const stripeSubscriptions = (stripe: Stripe): SubscriptionProvider => ({
  fetchSubscription: (id) => asking(async () => toSubscriptionState(await stripe.subscriptions.retrieve(id, withCard))),
  fetchInvoice: (id) => asking(async () => toInvoiceState(await stripe.invoices.retrieve(id, withPayments))),
  changeSubscription: (id, gift, key) => asking(() => change(stripe, id, gift, key)),
  pauseSubscription: (id, until) =>
    updating(stripe, id, { pause_collection: { behavior: 'void', resumes_at: Math.floor(until.getTime() / 1000) } }),
  resumeSubscription: (id) => updating(stripe, id, { pause_collection: '' }),
  cancelSubscription: (id) => asking(() => cancel(stripe, id)),
  openPortal: (customer, returnUrl) =>
    asking(async () => {
      const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl });
      if (typeof url !== 'string' || !URL.canParse(url)) throw new TypeError('the answer is no portal session');
      return url;
    }),
  listInvoices: (since) =>
    invoices(
      stripe.invoices.list({
        created: { gte: Math.floor(since.getTime() / 1000) },
        limit: 100,
        expand: ['data.payments'],
      }),
    ),
});

/** The prices of a monthly gift in exactly the sums that the page showed. A fee of nothing is no line. */
export function monthlyPrices({ charge, charityId }: Pick<MonthlyGift, 'charge' | 'charityId'>) {
  const price = (product: string, amountMinor: number) => ({
    currency: charge.total.currency.toLowerCase(),
    product,
    recurring: { interval: 'month' as const },
    unit_amount: amountMinor,
  });
  return [
    price(charityProduct(charityId), charge.subtotal.amountMinor),
    ...(charge.serviceFee.amountMinor > 0 ? [price(feeProduct, charge.serviceFee.amountMinor)] : []),
  ];
}

/** Replaces the subscription's lines by those of the gift, from the next month on. */
async function change(stripe: Stripe, id: string, gift: MonthlyGift, key: string): Promise<SubscriptionState> {
  await ensureProducts(stripe, { id: gift.charityId, name: gift.charityName });
  const standing = await stripe.subscriptions.retrieve(id);
  const old = standing.items.data.map((item) => ({ id: item.id, deleted: true }));
  const items = [...old, ...monthlyPrices(gift).map((price) => ({ price_data: price, quantity: 1 }))];
  const changed = await stripe.subscriptions.update(
    id,
    { items, proration_behavior: 'none', ...withCard },
    { idempotencyKey: key },
  );
  return toSubscriptionState(changed);
}

const updating = (stripe: Stripe, id: string, wanted: Stripe.SubscriptionUpdateParams) =>
  asking(async () => toSubscriptionState(await stripe.subscriptions.update(id, { ...wanted, ...withCard })));

/** Stripe refuses to cancel what has ended: then it is answered as it stands. */
async function cancel(stripe: Stripe, id: string): Promise<SubscriptionState> {
  try {
    return toSubscriptionState(await stripe.subscriptions.cancel(id, withCard));
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const standing = toSubscriptionState(await stripe.subscriptions.retrieve(id, withCard));
    if (standing.status !== 'ended') throw error;
    return standing;
  }
}

async function* invoices(list: AsyncIterable<Stripe.Invoice>): AsyncGenerator<InvoiceState> {
  try {
    for await (const invoice of list) {
      const state = toInvoiceState(invoice);
      if (state) yield state;
    }
  } catch (error) {
    if (isNoAnswer(error)) throw new ProviderUnavailable(error.message, { cause: error });
    throw error;
  }
}

/** A provider that refuses, is down or talks nonsense is an outcome, not an accident. */
async function asking<State>(ask: () => Promise<State>): Promise<Asked<State>> {
  try {
    return { code: 'answered', state: await ask() };
  } catch (error) {
    if (isNoAnswer(error)) return { code: 'unavailable', detail: `${error.name}: ${error.message}` };
    throw error;
  }
}

const isNoAnswer = (error: unknown): error is Error =>
  error instanceof Stripe.errors.StripeError || error instanceof TypeError;
