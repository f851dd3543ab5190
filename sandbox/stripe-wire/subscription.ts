import type { SubscriptionRecord } from '../state/billing-records.ts';
import { wholeList } from './api-list.ts';
import { subscriptionItemToWire } from './price.ts';

/** A subscription as the API and its events show it. While its invoices are voided it is still called active. */
export function subscriptionToWire(subscription: SubscriptionRecord) {
  const { isEndingWithPeriod, periodEnd } = subscription;
  return {
    id: subscription.id,
    object: 'subscription' as const,
    ...unused,
    billing_cycle_anchor: subscription.anchor,
    billing_mode: { flexible: { proration_discounts: 'included' as const }, type: 'flexible' as const },
    cancel_at: isEndingWithPeriod ? periodEnd : null,
    cancel_at_period_end: isEndingWithPeriod,
    canceled_at: subscription.canceledAt,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: subscription.endReason },
    collection_method: 'charge_automatically' as const,
    created: subscription.created,
    currency: subscription.currency,
    customer: subscription.customerId,
    default_payment_method: subscription.defaultPaymentMethodId,
    description: subscription.description,
    ended_at: subscription.endedAt,
    items: subscriptionItemsToWire(subscription),
    latest_invoice: subscription.latestInvoiceId,
    livemode: false,
    metadata: subscription.metadata,
    pause_collection: pauseToWire(subscription),
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'on_subscription' as const,
    },
    start_date: subscription.created,
    status: subscription.status,
  };
}

/** All lines of a subscription as a list. */
export const subscriptionItemsToWire = (subscription: SubscriptionRecord) =>
  wholeList(
    subscription.items.map((item) => subscriptionItemToWire(subscription, item)),
    `/v1/subscription_items?subscription=${subscription.id}`,
  );

/** The pause of a subscription as the API shows it. */
export const pauseToWire = ({ pause }: SubscriptionRecord) =>
  pause === null ? null : { behavior: 'void' as const, resumes_at: pause.resumesAt };

/** What a subscription may also carry and a plain monthly charge never does. */
const unused = {
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_schedules: [],
  billing_thresholds: null,
  customer_account: null,
  days_until_due: null,
  default_source: null,
  default_tax_rates: [],
  discounts: [],
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' as const },
  },
  managed_payments: { enabled: false },
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: null,
  trial_start: null,
};
