import type { LineItemRecord } from '../state/records.ts';
import type { SubscriptionItemRecord, SubscriptionRecord } from '../state/billing-records.ts';

/** What a price was made of: for one purchase or for each month of a subscription. */
type Priced = Pick<LineItemRecord, 'priceId' | 'productId' | 'unitAmountMinor' | 'isMonthly'>;

/** A price as the API shows it, made for this one purchase or subscription. */
export function priceToWire(priced: Priced, currency: string, created: number) {
  const isMonthly = priced.isMonthly ?? false;
  return {
    id: priced.priceId,
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
    product: priced.productId,
    recurring: isMonthly ? everyMonth : null,
    tax_behavior: 'unspecified' as const,
    tiers_mode: null,
    transform_quantity: null,
    type: isMonthly ? ('recurring' as const) : ('one_time' as const),
    unit_amount: priced.unitAmountMinor,
    unit_amount_decimal: String(priced.unitAmountMinor),
  };
}

const everyMonth = {
  interval: 'month' as const,
  interval_count: 1,
  meter: null,
  trial_period_days: null,
  usage_type: 'licensed' as const,
};

/** A line of a subscription as the API shows it: the period that runs stands here. */
export function subscriptionItemToWire(subscription: SubscriptionRecord, item: SubscriptionItemRecord) {
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

/** The older form of a price, which the API still sends beside it. */
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
