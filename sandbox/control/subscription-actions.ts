import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import { customerOf, monthlyTotal } from '../stripe/billing/draft-invoice.ts';
import { pauseAfterFailure } from '../stripe/billing/pause-subscription.ts';
import { endSubscription } from '../stripe/billing/update-subscription.ts';
import type { SubscriptionRecord } from '../stripe/billing/records.ts';
import { newPaymentMethod, declineOf, replaceCard } from '../stripe/billing/replace-card.ts';
import { StripeError, noSuch } from '../stripe/error.ts';
import type { Metadata } from '../stripe/records.ts';
import { isCardNumber, enteredCard } from '../stripe/test-cards.ts';
import { invoicePageUrl } from '../stripe/wire/invoice.ts';
import { action, type OperatorAction } from './actions.ts';

/** One subscription in the provider's own records. Amounts are minor units of `currency`, times are sandbox seconds. */
export interface RecordedSubscription {
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly checkoutSessionId: string;
  readonly metadata: Metadata;
  readonly status: SubscriptionRecord['status'];
  readonly isPaused: boolean;
  readonly resumesAt: number | null;
  readonly currency: string;
  readonly monthlyMinor: number;
  readonly periodEnd: number;
  readonly endedAt: number | null;
  readonly cardLast4: string;
  readonly latestInvoiceId: string;
  readonly latestInvoiceStatus: string;
  /** The page of the latest invoice; null if the invoice was voided before it was finalized, as during a pause. */
  readonly latestInvoiceUrl: string | null;
  readonly nextAttemptAt: number | null;
  readonly chargesToFail: number;
}

/** All subscriptions, oldest first. */
export const readSubscriptions = (sandbox: Sandbox): RecordedSubscription[] =>
  [...sandbox.store.subscriptions.values()].map((subscription) => recordedSubscription(sandbox, subscription));

export function recordedSubscription(
  { store, config }: Sandbox,
  subscription: SubscriptionRecord,
): RecordedSubscription {
  const invoice = store.invoices.get(subscription.latestInvoiceId);
  return {
    subscriptionId: subscription.id,
    customerId: subscription.customerId,
    checkoutSessionId: subscription.checkoutSessionId,
    metadata: subscription.metadata,
    status: subscription.status,
    isPaused: subscription.pause !== null,
    resumesAt: subscription.pause?.resumesAt ?? null,
    currency: subscription.currency,
    monthlyMinor: monthlyTotal(subscription),
    periodEnd: subscription.periodEnd,
    endedAt: subscription.endedAt,
    cardLast4: store.paymentMethods.get(subscription.defaultPaymentMethodId)?.instrument.last4 ?? '',
    latestInvoiceId: subscription.latestInvoiceId,
    latestInvoiceStatus: invoice?.status ?? '',
    latestInvoiceUrl: typeof invoice?.finalizedAt === 'number' ? invoicePageUrl(config.publicUrl, invoice) : null,
    nextAttemptAt: invoice?.status === 'open' ? invoice.nextAttemptAt : null,
    chargesToFail: subscription.chargesToFail,
  };
}

const subscriptionParameter = { subscriptionId: z.string() };

/** The operator's actions on subscriptions. */
export const subscriptionActions: readonly OperatorAction[] = [
  action(
    '/_sandbox/subscriptions/fail-charges',
    z.object({ ...subscriptionParameter, count: z.coerce.number().int().min(0).max(100) }),
    (sandbox, { subscriptionId, count }) => {
      const subscription = findUncanceled(sandbox, subscriptionId);
      sandbox.store.subscriptions.put({ ...subscription, chargesToFail: count });
      return { chargesToFail: count };
    },
  ),
  action(
    '/_sandbox/subscriptions/replace-card',
    z.object({ ...subscriptionParameter, cardNumber: z.string().transform((typed) => typed.replaceAll(' ', '')) }),
    (sandbox, { subscriptionId, cardNumber }) => {
      const customer = customerOf(sandbox, findUncanceled(sandbox, subscriptionId));
      if (!isCardNumber(cardNumber)) throw new StripeError(400, 'card_error', 'This is not a card number.');
      const year = new Date(sandbox.clock.nowSeconds() * 1000).getUTCFullYear() + 10;
      const card = enteredCard(cardNumber, { month: 12, year });
      const failure = declineOf(card);
      if (failure !== null) throw new StripeError(402, 'card_error', failure.message, { code: failure.code });
      const method = newPaymentMethod(sandbox, customer, card, customer.name ?? '');
      replaceCard(sandbox, customer, method);
      return { paymentMethodId: method.id };
    },
  ),
  action('/_sandbox/subscriptions/pause', z.object(subscriptionParameter), (sandbox, { subscriptionId }) => {
    pauseAfterFailure(sandbox, findUncanceled(sandbox, subscriptionId));
    return {};
  }),
  action('/_sandbox/subscriptions/cancel', z.object(subscriptionParameter), (sandbox, { subscriptionId }) => {
    endSubscription(sandbox, findUncanceled(sandbox, subscriptionId), 'cancellation_requested');
    return {};
  }),
];

function findUncanceled({ store }: Sandbox, id: string): SubscriptionRecord {
  const subscription = store.subscriptions.get(id);
  if (subscription === undefined || subscription.status === 'canceled') throw noSuch('subscription', id);
  return subscription;
}
