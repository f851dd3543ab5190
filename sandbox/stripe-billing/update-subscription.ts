import type { Origin, Sandbox } from '../sandbox.ts';
import type { SubscriptionItemRecord, SubscriptionRecord } from '../state/billing-records.ts';
import { newId } from '../stripe/ids.ts';
import { StripeError, invalidParameter, noSuch } from '../stripe/stripe-error.ts';
import { changedMetadata } from '../stripe-parameters/form-values.ts';
import type { UpdateSubscription } from '../stripe-parameters/subscription-parameters.ts';
import { existingProduct } from '../stripe-payments/line-items.ts';
import { subscriptionToWire } from '../stripe-wire/subscription.ts';
import { saveSubscription } from './billing-events.ts';
import { withoutLateForetelling } from './foretell-invoice.ts';

/**
 * A subscription with the asked changes, not yet stored. What is collected changes from the next month on.
 * Throws a StripeError for what cannot be, a subscription that has ended among it.
 */
export function changedSubscription(
  sandbox: Sandbox,
  subscription: SubscriptionRecord,
  input: UpdateSubscription,
): SubscriptionRecord {
  const { metadata, expand: _expand, ...others } = input;
  const withMetadata = { ...subscription, metadata: changedMetadata(subscription.metadata, metadata) };
  if (Object.keys(others).length === 0) return withMetadata;
  refuseEnded(subscription);
  const now = sandbox.clock.nowSeconds();
  const isEndingWithPeriod = input.cancel_at_period_end ?? subscription.isEndingWithPeriod;
  const changed: SubscriptionRecord = {
    ...withMetadata,
    items: changedItems(sandbox, subscription, input),
    pause: changedPause(sandbox, subscription, input),
    isEndingWithPeriod,
    canceledAt: isEndingWithPeriod ? (subscription.canceledAt ?? now) : null,
    defaultPaymentMethodId: changedCard(sandbox, subscription, input),
    description: input.description === undefined ? subscription.description : input.description,
  };
  return withoutLateForetelling(changed, now);
}

/** Stores a changed subscription and tells what of it is new; a change of nothing is told to nobody. */
export function updateSubscription(
  sandbox: Sandbox,
  subscription: SubscriptionRecord,
  changed: SubscriptionRecord,
  origin: Origin | null,
): SubscriptionRecord {
  const before = Object.entries(subscriptionToWire(subscription));
  const after = new Map(Object.entries(subscriptionToWire(changed)));
  const previous = before.filter(([key, value]) => JSON.stringify(after.get(key)) !== JSON.stringify(value));
  if (previous.length > 0) {
    return saveSubscription(sandbox, changed, 'updated', { previousAttributes: Object.fromEntries(previous), origin });
  }
  sandbox.store.subscriptions.put(changed);
  return changed;
}

function refuseEnded(subscription: SubscriptionRecord): void {
  if (subscription.status !== 'canceled') return;
  const message = 'A canceled subscription can only update its cancellation_details and metadata.';
  throw new StripeError(400, 'invalid_request_error', message, { code: 'invalid_canceled_subscription_fields' });
}

function changedItems(
  sandbox: Sandbox,
  subscription: SubscriptionRecord,
  { items, proration_behavior: proration }: UpdateSubscription,
): readonly SubscriptionItemRecord[] {
  if (items === undefined) return subscription.items;
  if (proration === undefined) {
    const message = 'Here `none` must be said: otherwise the month that runs would be split.';
    throw invalidParameter('proration_behavior', 'parameter_missing', message);
  }
  const standing = new Map(subscription.items.map((item) => [item.id, item]));
  for (const [index, change] of items.entries()) {
    const param = `items[${index}]`;
    const old = change.id === undefined ? undefined : standing.get(change.id);
    if (change.id !== undefined && old === undefined) throw noSuch('subscription item', change.id, `${param}[id]`, 400);
    if (change.deleted === true && old !== undefined) standing.delete(old.id);
    else {
      const item = changedItem(sandbox, subscription, change, old, param);
      standing.set(item.id, item);
    }
  }
  if (standing.size > 0) return [...standing.values()];
  throw invalidParameter('items', 'parameter_invalid', 'A subscription must have at least one active item.');
}

function changedItem(
  sandbox: Sandbox,
  subscription: SubscriptionRecord,
  { price_data: price, quantity }: NonNullable<UpdateSubscription['items']>[number],
  old: SubscriptionItemRecord | undefined,
  param: string,
): SubscriptionItemRecord {
  if (price === undefined) {
    if (old !== undefined) return { ...old, quantity: quantity ?? old.quantity };
    throw invalidParameter(`${param}[price_data]`, 'parameter_missing', 'A new item needs a price.');
  }
  if (price.currency !== subscription.currency) {
    const message = `The price's currency must be that of the subscription, ${subscription.currency}.`;
    throw invalidParameter(`${param}[price_data][currency]`, 'parameter_invalid', message);
  }
  const { id: productId } = existingProduct(sandbox, price.product, `${param}[price_data][product]`);
  return {
    id: old?.id ?? newId.subscriptionItem(),
    created: old?.created ?? sandbox.clock.nowSeconds(),
    priceId: newId.price(),
    productId,
    unitAmountMinor: price.unit_amount,
    quantity: quantity ?? old?.quantity ?? 1,
  };
}

function changedPause(
  { clock }: Sandbox,
  { pause }: SubscriptionRecord,
  { pause_collection: asked }: UpdateSubscription,
): SubscriptionRecord['pause'] {
  if (asked === undefined) return pause;
  if (asked === null) return null;
  const resumesAt = asked.resumes_at ?? null;
  if (resumesAt === null || resumesAt > clock.nowSeconds()) return { resumesAt };
  const message = 'The resumption must lie in the future.';
  throw invalidParameter('pause_collection[resumes_at]', 'parameter_invalid', message);
}

function changedCard(
  { store }: Sandbox,
  subscription: SubscriptionRecord,
  { default_payment_method: asked }: UpdateSubscription,
): string {
  if (asked === undefined) return subscription.defaultPaymentMethodId;
  const method = store.paymentMethods.get(asked);
  if (method?.customerId === subscription.customerId) return method.id;
  throw noSuch('PaymentMethod', asked, 'default_payment_method', 400);
}
