import type { SubscriptionItemRecord, SubscriptionRecord } from '../billing/records.ts';
import type { LineItemRecord } from '../records.ts';
import { singlePageList } from './list.ts';

/** A subscription as the API returns it. Pausing only its collection does not change its status. */
export function subscriptionToWire(subscription: SubscriptionRecord) {
  const { cancelsAtPeriodEnd, periodEnd } = subscription;
  return {
    id: subscription.id,
    object: 'subscription' as const,
    ...unused,
    billing_cycle_anchor: subscription.anchor,
    billing_mode: { flexible: { proration_discounts: 'included' as const }, type: 'flexible' as const },
    cancel_at: cancelsAtPeriodEnd ? periodEnd : null,
    cancel_at_period_end: cancelsAtPeriodEnd,
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
    ...(subscription.pausedAt === undefined ? {} : { status_details: pausedByFailure(subscription.pausedAt) }),
  };
}

const pausedByFailure = (pausedAt: number) => ({
  paused: {
    subscription: { type: 'final_payment_failure' as const },
    transitioned_at: pausedAt,
    type: 'subscription' as const,
  },
});

/** The items of a subscription as a list. */
export const subscriptionItemsToWire = (subscription: SubscriptionRecord) =>
  singlePageList(
    subscription.items.map((item) => subscriptionItemToWire(subscription, item)),
    `/v1/subscription_items?subscription=${subscription.id}`,
  );

/** The `pause_collection` of a subscription. */
export const pauseToWire = ({ pause }: SubscriptionRecord) =>
  pause === null ? null : { behavior: 'void' as const, resumes_at: pause.resumesAt };

/** Properties that the sandbox never sets. */
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

/** The properties of a line item that its price consists of. */
type PricedItem = Pick<LineItemRecord, 'priceId' | 'productId' | 'unitAmountMinor' | 'isMonthly'>;

/** A price as the API returns it, created for this one purchase or subscription. */
function priceToWire(item: PricedItem, currency: string, created: number) {
  const isMonthly = item.isMonthly ?? false;
  return {
    id: item.priceId,
    object: 'price' as const,
    active: false,
    billing_scheme: 'per_unit' as const,
    created,
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: item.productId,
    recurring: isMonthly ? everyMonth : null,
    tax_behavior: 'unspecified' as const,
    tiers_mode: null,
    transform_quantity: null,
    type: isMonthly ? ('recurring' as const) : ('one_time' as const),
    unit_amount: item.unitAmountMinor,
    unit_amount_decimal: String(item.unitAmountMinor),
  };
}

const everyMonth = {
  interval: 'month' as const,
  interval_count: 1,
  meter: null,
  trial_period_days: null,
  usage_type: 'licensed' as const,
};

/** A subscription item as the API returns it. It includes the current period. */
function subscriptionItemToWire(subscription: SubscriptionRecord, item: SubscriptionItemRecord) {
  return {
    id: item.id,
    object: 'subscription_item' as const,
    billing_thresholds: null,
    created: item.created,
    current_period_end: subscription.periodEnd,
    current_period_start: subscription.periodStart,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planToWire(subscription, item),
    price: priceToWire({ ...item, isMonthly: true }, subscription.currency, item.created),
    quantity: item.quantity,
    subscription: subscription.id,
    tax_rates: [],
  };
}

/** The older form of a price. The API still sends it too. */
function planToWire(subscription: SubscriptionRecord, item: SubscriptionItemRecord) {
  return {
    id: item.priceId,
    object: 'plan' as const,
    active: false,
    amount: item.unitAmountMinor,
    amount_decimal: String(item.unitAmountMinor),
    billing_scheme: 'per_unit' as const,
    created: item.created,
    currency: subscription.currency,
    interval: 'month' as const,
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: item.productId,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed' as const,
  };
}
