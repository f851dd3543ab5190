import type { Sandbox } from '../sandbox.ts';
import type { InvoiceRecord, PaymentMethodRecord, SubscriptionRecord } from '../state/billing-records.ts';
import type { PaymentFailure } from '../state/records.ts';
import { monthsAfter } from '../stripe/months.ts';
import { declined } from '../stripe/test-cards.ts';
import { subscriptionItemsToWire } from '../stripe-wire/subscription.ts';
import { saveInvoice, saveSubscription } from './billing-events.ts';
import { draftInvoice, finalizeInvoice } from './draft-invoice.ts';
import { endSubscription } from './end-subscription.ts';
import { intentOf, refuseInvoice, settleInvoice } from './settle-invoice.ts';

const daySeconds = 24 * 3600;

/** Days from each failed attempt to the next one; after the last the subscription ends. */
const retryAfterDays = [3, 5, 7];

/** Begins the next month: its bill is made and collected, or voided while the subscription pauses. */
export function renewSubscription(sandbox: Sandbox, subscription: SubscriptionRecord): void {
  const monthsBegun = subscription.monthsBegun + 1;
  const period = { start: subscription.periodEnd, end: monthsAfter(subscription.anchor, monthsBegun) };
  const draft = draftInvoice(sandbox, subscription, 'subscription_cycle', period);
  const begun: SubscriptionRecord = {
    ...subscription,
    monthsBegun,
    periodStart: period.start,
    periodEnd: period.end,
    latestInvoiceId: draft.id,
  };
  const previousAttributes = {
    items: subscriptionItemsToWire(subscription),
    latest_invoice: subscription.latestInvoiceId,
  };
  saveInvoice(sandbox, draft, ['created']);
  saveSubscription(sandbox, begun, 'updated', { previousAttributes });
  if (begun.pause === null) {
    collectInvoice(sandbox, begun, finalizeInvoice(sandbox, draft));
    return;
  }
  const voidedAt = sandbox.clock.nowSeconds();
  saveInvoice(sandbox, { ...draft, status: 'void', nextAttemptAt: null, voidedAt }, ['voided']);
}

/** Tries to collect an open invoice with the subscription's card. */
export function collectInvoice(sandbox: Sandbox, subscription: SubscriptionRecord, invoice: InvoiceRecord): void {
  const method = cardOf(sandbox, subscription);
  const intent = intentOf(sandbox, subscription, invoice, method);
  const failure = failureOf(subscription, method);
  if (failure === null) {
    settleInvoice(sandbox, invoice, intent, method.instrument);
    bringUpToDate(sandbox, subscription);
    return;
  }
  const attemptCount = invoice.attemptCount + 1;
  const waitDays = retryAfterDays[attemptCount - 1];
  const nextAttemptAt = waitDays === undefined ? null : sandbox.clock.nowSeconds() + waitDays * daySeconds;
  const plan = { attemptCount, nextAttemptAt };
  refuseInvoice(sandbox, invoice, intent, { instrument: method.instrument, failure, plan });
  fallBehind(sandbox, subscription, nextAttemptAt === null);
}

/** What the next automatic charge meets: what the operator has set, or what the card does. */
function failureOf({ chargesToFail }: SubscriptionRecord, method: PaymentMethodRecord): PaymentFailure | null {
  return chargesToFail > 0 ? declined : method.laterFailure;
}

function fallBehind(sandbox: Sandbox, subscription: SubscriptionRecord, isLast: boolean): void {
  const chargesToFail = Math.max(0, subscription.chargesToFail - 1);
  const behind: SubscriptionRecord = { ...subscription, chargesToFail, status: 'past_due' };
  if (isLast) endSubscription(sandbox, behind, 'payment_failed');
  else if (subscription.status === 'past_due') sandbox.store.subscriptions.put(behind);
  else saveSubscription(sandbox, behind, 'updated', { previousAttributes: { status: subscription.status } });
}

/** After its bill was paid, a subscription that was behind is active again. */
export function bringUpToDate(sandbox: Sandbox, subscription: SubscriptionRecord): void {
  if (subscription.status !== 'past_due') return;
  const previousAttributes = { status: subscription.status };
  saveSubscription(sandbox, { ...subscription, status: 'active' }, 'updated', { previousAttributes });
}

function cardOf({ store }: Sandbox, { id, defaultPaymentMethodId }: SubscriptionRecord): PaymentMethodRecord {
  const method = store.paymentMethods.get(defaultPaymentMethodId);
  if (method === undefined) throw new Error(`${id} has lost its card`);
  return method;
}
