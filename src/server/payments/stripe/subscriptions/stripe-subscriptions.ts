import Stripe from 'stripe';
import { stripePermissions } from '#server/ports/permissions.ts';
import type {
  MonthlyDonation,
  ProviderResponse,
  Restart,
  SubscriptionProvider,
  SubscriptionState,
} from '#server/ports/subscription-provider.ts';
import { toInvoiceState } from './invoice-state.ts';
import { openPortal } from './portal.ts';
import { ensureProducts, monthlyPrices } from '../products.ts';
import { recordsUpdate } from '../record-metadata.ts';
import { orUnavailable, toSeconds, translateList } from '../stripe-responses.ts';
import { toSubscriptionState } from './subscription-state.ts';

/** Stripe's subscriptions. No change charges or refunds anything for the current month. */
export const stripeSubscriptions = (stripe: Stripe): SubscriptionProvider => ({
  fetchSubscription: (id) =>
    responseOf(async () => toSubscriptionState(await stripe.subscriptions.retrieve(id, withCard))),
  fetchInvoice: (id) => responseOf(async () => toInvoiceState(await stripe.invoices.retrieve(id, withPayments))),
  changeSubscription: (id, donation, key) => responseOf(() => change(stripe, id, donation, key)),
  pauseSubscription: (id, until) => responseOf(() => skipCharges(stripe, id, pauseParameters(until))),
  resumeSubscription: (id) => responseOf(() => resume(stripe, id)),
  stopSubscription: (id) => responseOf(() => stop(stripe, id)),
  restartSubscription: (id, restart) => responseOf(() => restartCollection(stripe, id, restart)),
  cancelSubscription: (id) => responseOf(() => cancel(stripe, id)),
  openPortal: (customerId, returnUrl) => responseOf(() => openPortal(stripe, customerId, returnUrl)),
  listInvoices: (since) =>
    translateList(
      stripe.invoices.list({ created: { gte: toSeconds(since) }, limit: 100, expand: ['data.payments'] }),
      stripePermissions.invoices,
      toInvoiceState,
    ),
});

const withCard = { expand: ['default_payment_method'] };
const withPayments = { expand: ['payments'] };

const responseOf = <State>(fetch: () => Promise<State>): Promise<ProviderResponse<State>> =>
  orUnavailable(async () => ({ code: 'responded', state: await fetch() }) as const);

const pauseParameters = (until: Date) =>
  ({ pause_collection: { behavior: 'void', resumes_at: toSeconds(until) } }) as const;

/**
 * Returns the changes that end a stop. Stripe's own pause after failed payments stays: it needs no pause of ours, and the donor
 * ends it.
 */
const restartParameters = (
  { status, pause_collection: pause }: Stripe.Subscription,
  { pausedUntil: until }: Restart,
) => {
  if (status === 'paused' && !pause) return {};
  return until ? pauseParameters(until) : ({ pause_collection: '' } as const);
};

/** Replaces the subscription's lines from the next month on, and the records from the next invoice on. */
async function change(
  stripe: Stripe,
  id: string,
  donation: MonthlyDonation,
  idempotencyKey: string,
): Promise<SubscriptionState> {
  await ensureProducts(stripe, donation);
  if (donation.restart) await voidOpenInvoices(stripe, id);
  const current = await stripe.subscriptions.retrieve(id);
  const removed = current.items.data.map((item) => ({ id: item.id, deleted: true }));
  const items = [...removed, ...monthlyPrices(donation).map((price) => ({ price_data: price, quantity: 1 }))];
  const changed = await stripe.subscriptions.update(
    id,
    {
      items,
      proration_behavior: 'none',
      metadata: recordsUpdate(current.metadata, donation.records),
      ...(donation.restart && restartParameters(current, donation.restart)),
      ...withCard,
    },
    { idempotencyKey },
  );
  return toSubscriptionState(changed);
}

const update = async (stripe: Stripe, id: string, changes: Stripe.SubscriptionUpdateParams) =>
  toSubscriptionState(await stripe.subscriptions.update(id, { ...changes, ...withCard }));

async function stop(stripe: Stripe, id: string): Promise<SubscriptionState> {
  const { status } = await stripe.subscriptions.retrieve(id);
  return skipCharges(stripe, id, status === 'paused' ? undefined : { pause_collection: { behavior: 'void' } });
}

/**
 * Skips charges. A pause affects only later invoices, and Stripe would keep trying to collect an open invoice, so open ones are
 * voided.
 */
async function skipCharges(
  stripe: Stripe,
  id: string,
  pause: Stripe.SubscriptionUpdateParams | undefined,
): Promise<SubscriptionState> {
  if (pause) await stripe.subscriptions.update(id, pause);
  await voidOpenInvoices(stripe, id);
  return toSubscriptionState(await stripe.subscriptions.retrieve(id, withCard));
}

async function restartCollection(stripe: Stripe, id: string, restart: Restart): Promise<SubscriptionState> {
  const current = await stripe.subscriptions.retrieve(id);
  return update(stripe, id, restartParameters(current, restart));
}

async function voidOpenInvoices(stripe: Stripe, subscriptionId: string): Promise<void> {
  const open = await stripe.invoices.list({ subscription: subscriptionId, status: 'open', limit: 100 });
  for (const invoice of open.data) await stripe.invoices.voidInvoice(invoice.id);
}

/**
 * Ends either kind of pause: ours, which skips charges, or Stripe's after failed payments, which pauses the subscription
 * itself. The plan is then charged again from its next charge day, but not for the time of the pause.
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

/** Cancels a subscription. Stripe refuses to cancel one that has ended, so its state is returned instead. */
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
