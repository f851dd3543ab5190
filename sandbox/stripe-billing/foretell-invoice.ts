import type { Sandbox } from '../sandbox.ts';
import type { SubscriptionRecord } from '../state/billing-records.ts';
import { monthsAfter } from '../stripe/months.ts';
import { emitEvent } from '../stripe-payments/emit-event.ts';
import { invoiceToWire } from '../stripe-wire/invoice.ts';
import { draftInvoice } from './draft-invoice.ts';

const daysAhead = 3;

/** When the next month's bill is foretold. */
export const foretoldAt = ({ periodEnd }: SubscriptionRecord): number => periodEnd - daysAhead * 24 * 3600;

/** Tells what the next month's bill will be. */
export function foretellInvoice(sandbox: Sandbox, subscription: SubscriptionRecord): void {
  const { periodEnd, anchor, monthsBegun } = subscription;
  const period = { start: periodEnd, end: monthsAfter(anchor, monthsBegun + 1) };
  const invoice = { ...draftInvoice(sandbox, subscription, 'upcoming', period), created: periodEnd };
  sandbox.store.subscriptions.put({ ...subscription, foretoldFor: periodEnd });
  emitEvent(sandbox, { type: 'invoice.upcoming', object: invoiceToWire(sandbox, invoice) }, null);
}

/** The subscription with nothing left to foretell when the moment for it has passed: a change comes too late for that. */
export const withoutLateForetelling = (subscription: SubscriptionRecord, now: number): SubscriptionRecord =>
  now > foretoldAt(subscription) ? { ...subscription, foretoldFor: subscription.periodEnd } : subscription;
