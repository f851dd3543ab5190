import type { Sandbox } from '#sandbox/sandbox.ts';
import type { PaymentFailure } from '../records.ts';
import { declined } from '../test-cards.ts';
import { subscriptionItemsToWire } from '../wire/subscription.ts';
import { draftInvoice, finalizeInvoice, monthsAfter } from './draft-invoice.ts';
import { endSubscription } from './update-subscription.ts';
import { saveInvoice, saveSubscription } from './events.ts';
import { reactivateSubscription, findOrCreateIntent, recordFailedAttempt, settleInvoice } from './pay-invoice.ts';
import type { InvoiceRecord, PaymentMethodRecord, SubscriptionRecord } from './records.ts';

const daySeconds = 24 * 3600;

/** Days from each failed attempt to the next one. After the last one the subscription ends. */
const retryAfterDays = [3, 5, 7];

/** Starts the next month: creates its invoice and charges it, or voids it while the subscription is paused. */
export function renewSubscription(sandbox: Sandbox, subscription: SubscriptionRecord): void {
  const monthsBegun = subscription.monthsBegun + 1;
  const period = { start: subscription.periodEnd, end: monthsAfter(subscription.anchor, monthsBegun) };
  const draft = draftInvoice(sandbox, subscription, 'subscription_cycle', period);
  const renewed: SubscriptionRecord = {
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
  saveSubscription(sandbox, renewed, 'updated', { previousAttributes });
  if (renewed.pause === null) {
    collectInvoice(sandbox, renewed, finalizeInvoice(sandbox, draft));
    return;
  }
  const voidedAt = sandbox.clock.nowSeconds();
  saveInvoice(sandbox, { ...draft, status: 'void', nextAttemptAt: null, voidedAt }, ['voided']);
}

/** Charges an open invoice to the subscription's card. */
export function collectInvoice(sandbox: Sandbox, subscription: SubscriptionRecord, invoice: InvoiceRecord): void {
  const method = cardOf(sandbox, subscription);
  const intent = findOrCreateIntent(sandbox, subscription, invoice, method);
  const failure = failureOf(subscription, method);
  if (failure === null) {
    settleInvoice(sandbox, invoice, intent, method.instrument);
    reactivateSubscription(sandbox, subscription);
    return;
  }
  const attemptCount = invoice.attemptCount + 1;
  const waitDays = retryAfterDays[attemptCount - 1];
  const nextAttemptAt = waitDays === undefined ? null : sandbox.clock.nowSeconds() + waitDays * daySeconds;
  const schedule = { attemptCount, nextAttemptAt };
  recordFailedAttempt(sandbox, invoice, intent, { instrument: method.instrument, failure, schedule });
  recordMissedPayment(sandbox, subscription, nextAttemptAt === null);
}

/** The failure of the next automatic charge, caused by the operator or the card; null if the charge succeeds. */
function failureOf({ chargesToFail }: SubscriptionRecord, method: PaymentMethodRecord): PaymentFailure | null {
  return chargesToFail > 0 ? declined : method.laterFailure;
}

function recordMissedPayment(sandbox: Sandbox, subscription: SubscriptionRecord, isLast: boolean): void {
  const chargesToFail = Math.max(0, subscription.chargesToFail - 1);
  const pastDue: SubscriptionRecord = { ...subscription, chargesToFail, status: 'past_due' };
  if (isLast) endSubscription(sandbox, pastDue, 'payment_failed');
  else if (subscription.status === 'past_due') sandbox.store.subscriptions.put(pastDue);
  else saveSubscription(sandbox, pastDue, 'updated', { previousAttributes: { status: subscription.status } });
}

function cardOf({ store }: Sandbox, { id, defaultPaymentMethodId }: SubscriptionRecord): PaymentMethodRecord {
  const method = store.paymentMethods.get(defaultPaymentMethodId);
  if (method === undefined) throw new Error(`${id} has no card`);
  return method;
}
