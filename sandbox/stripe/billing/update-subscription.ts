import type { Origin, Sandbox } from '#sandbox/sandbox.ts';
import { StripeError, invalidParameter, noSuch } from '../error.ts';
import { newId } from '../ids.ts';
import { changedMetadata } from '../parameters/form-values.ts';
import type { UpdateSubscription } from '../parameters/subscription.ts';
import { findProduct } from '../payments/create-session.ts';
import { subscriptionToWire } from '../wire/subscription.ts';
import { suppressLateAnnouncement } from './draft-invoice.ts';
import { saveSubscription, saveInvoice } from './events.ts';
import type { SubscriptionItemRecord, SubscriptionRecord } from './records.ts';

/**
 * Applies changes to a subscription without storing it. New items are charged from the next month on.
 * Throws a StripeError for an invalid change. An ended subscription can change only its metadata.
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
  const cancelsAtPeriodEnd = input.cancel_at_period_end ?? subscription.cancelsAtPeriodEnd;
  const changed: SubscriptionRecord = {
    ...withMetadata,
    items: changedItems(sandbox, subscription, input),
    pause: changedPause(sandbox, subscription, input),
    cancelsAtPeriodEnd,
    canceledAt: cancelsAtPeriodEnd ? (subscription.canceledAt ?? now) : null,
    defaultPaymentMethodId: changedCard(sandbox, subscription, input),
    description: input.description === undefined ? subscription.description : input.description,
  };
  return suppressLateAnnouncement(changed, now);
}

/** Stores a changed subscription and emits an event, unless nothing changed. */
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

/** Ends a subscription. An open invoice stays open and is no longer retried. */
export function endSubscription(
  sandbox: Sandbox,
  subscription: SubscriptionRecord,
  reason: NonNullable<SubscriptionRecord['endReason']>,
  origin: Origin | null = null,
): SubscriptionRecord {
  const now = sandbox.clock.nowSeconds();
  stopCollecting(sandbox, subscription);
  const ended: SubscriptionRecord = {
    ...subscription,
    status: 'canceled',
    canceledAt: subscription.canceledAt ?? now,
    endedAt: now,
    endReason: reason,
  };
  return saveSubscription(sandbox, ended, 'deleted', { origin });
}

function stopCollecting(sandbox: Sandbox, { latestInvoiceId }: SubscriptionRecord): void {
  const invoice = sandbox.store.invoices.get(latestInvoiceId);
  if (invoice?.status !== 'open' || invoice.nextAttemptAt === null) return;
  const previousAttributes = { auto_advance: true, next_payment_attempt: invoice.nextAttemptAt };
  saveInvoice(sandbox, { ...invoice, nextAttemptAt: null }, ['updated'], { previousAttributes });
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
    const message = 'In the sandbox, this must be `none`: it never prorates the current month.';
    throw invalidParameter('proration_behavior', 'parameter_missing', message);
  }
  const current = new Map(subscription.items.map((item) => [item.id, item]));
  for (const [index, change] of items.entries()) {
    const param = `items[${index}]`;
    const old = change.id === undefined ? undefined : current.get(change.id);
    if (change.id !== undefined && old === undefined) throw noSuch('subscription item', change.id, `${param}[id]`, 400);
    if (change.deleted === true && old !== undefined) current.delete(old.id);
    else {
      const item = changedItem(sandbox, subscription, change, old, param);
      current.set(item.id, item);
    }
  }
  if (current.size > 0) return [...current.values()];
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
  const { id: productId } = findProduct(sandbox, price.product, `${param}[price_data][product]`);
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
  { pause_collection: requested }: UpdateSubscription,
): SubscriptionRecord['pause'] {
  if (requested === undefined) return pause;
  if (requested === null) return null;
  const resumesAt = requested.resumes_at ?? null;
  if (resumesAt === null || resumesAt > clock.nowSeconds()) return { resumesAt };
  const message = 'The time to resume must be in the future.';
  throw invalidParameter('pause_collection[resumes_at]', 'parameter_invalid', message);
}

function changedCard(
  { store }: Sandbox,
  subscription: SubscriptionRecord,
  { default_payment_method: requested }: UpdateSubscription,
): string {
  if (requested === undefined) return subscription.defaultPaymentMethodId;
  const method = store.paymentMethods.get(requested);
  if (method?.customerId === subscription.customerId) return method.id;
  throw noSuch('PaymentMethod', requested, 'default_payment_method', 400);
}
