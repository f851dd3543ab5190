import Stripe from 'stripe';
import { stripePermissions } from '#server/ports/permissions.ts';
import type {
  MonthlyDonation,
  ProviderAnswer,
  SubscriptionProvider,
  SubscriptionState,
} from '#server/ports/subscription-provider.ts';
import { toInvoiceState } from './invoice-state.ts';
import { openPortal } from './portal.ts';
import { ensureProducts, monthlyPrices } from '../products.ts';
import { replacedRecords } from '../record-metadata.ts';
import { orUnavailable, toSeconds, translateList } from '../stripe-answers.ts';
import { toSubscriptionState } from './subscription-state.ts';

/** Stripe's subscriptions. No change charges or refunds anything for the current month. */
export const stripeSubscriptions = (stripe: Stripe): SubscriptionProvider => ({
  fetchSubscription: (id) => answer(async () => toSubscriptionState(await stripe.subscriptions.retrieve(id, withCard))),
  fetchInvoice: (id) => answer(async () => toInvoiceState(await stripe.invoices.retrieve(id, withPayments))),
  changeSubscription: (id, donation, key) => answer(() => change(stripe, id, donation, key)),
  pauseSubscription: (id, until) =>
    update(stripe, id, { pause_collection: { behavior: 'void', resumes_at: toSeconds(until) } }),
  resumeSubscription: (id) => answer(() => resume(stripe, id)),
  cancelSubscription: (id) => answer(() => cancel(stripe, id)),
  openPortal: (customerId, returnUrl) => answer(() => openPortal(stripe, customerId, returnUrl)),
  listInvoices: (since) =>
    translateList(
      stripe.invoices.list({ created: { gte: toSeconds(since) }, limit: 100, expand: ['data.payments'] }),
      stripePermissions.invoices,
      toInvoiceState,
    ),
});

const withCard = { expand: ['default_payment_method'] };
const withPayments = { expand: ['payments'] };

const answer = <State>(fetch: () => Promise<State>): Promise<ProviderAnswer<State>> =>
  orUnavailable(async () => ({ code: 'answered', state: await fetch() }) as const);

/** Replaces the subscription's lines from the next month on, and the records from the next invoice on. */
async function change(
  stripe: Stripe,
  id: string,
  donation: MonthlyDonation,
  idempotencyKey: string,
): Promise<SubscriptionState> {
  await ensureProducts(stripe, { id: donation.charityId, name: donation.charityName });
  const current = await stripe.subscriptions.retrieve(id);
  const removed = current.items.data.map((item) => ({ id: item.id, deleted: true }));
  const items = [...removed, ...monthlyPrices(donation).map((price) => ({ price_data: price, quantity: 1 }))];
  const changed = await stripe.subscriptions.update(
    id,
    { items, proration_behavior: 'none', metadata: replacedRecords(current.metadata, donation.records), ...withCard },
    { idempotencyKey },
  );
  return toSubscriptionState(changed);
}

const update = (stripe: Stripe, id: string, changes: Stripe.SubscriptionUpdateParams) =>
  answer(async () => toSubscriptionState(await stripe.subscriptions.update(id, { ...changes, ...withCard })));

/**
 * Ends either kind of pause: ours skips charges, and one by Stripe after failed payments stops the subscription itself. Both
 * charge again on the plan's next charge day, and nothing for the time in between.
 */
async function resume(stripe: Stripe, id: string): Promise<SubscriptionState> {
  const { status, pause_collection: pause } = await stripe.subscriptions.retrieve(id);
  const resumed =
    status === 'paused'
      ? await stripe.subscriptions.resume(id, {
          billing_cycle_anchor: { type: 'unchanged' },
          proration_behavior: 'none',
          ...withCard,
        })
      : undefined;
  if (resumed && !pause) return toSubscriptionState(resumed);
  return toSubscriptionState(await stripe.subscriptions.update(id, { pause_collection: '', ...withCard }));
}

/** Stripe refuses to cancel a subscription that has ended; then its state is the answer. */
async function cancel(stripe: Stripe, id: string): Promise<SubscriptionState> {
  try {
    return toSubscriptionState(await stripe.subscriptions.cancel(id, withCard));
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const current = toSubscriptionState(await stripe.subscriptions.retrieve(id, withCard));
    if (current.status !== 'ended') throw error;
    return current;
  }
}
