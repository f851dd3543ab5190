import type { Sandbox } from '#sandbox/sandbox.ts';
import { formatAmount } from '../currencies.ts';
import { newId } from '../ids.ts';
import { emitEvent } from '../payments/events.ts';
import { invoiceToWire } from '../wire/invoice.ts';
import { saveInvoice } from './events.ts';
import type { CustomerRecord, InvoiceRecord, SubscriptionRecord } from './records.ts';

/** The start and end of the period that an invoice covers, in Unix seconds. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

/** Drafts an invoice for the subscription's items in a period. The draft is not yet stored. */
export function draftInvoice(
  sandbox: Sandbox,
  subscription: SubscriptionRecord,
  reason: InvoiceRecord['reason'],
  period: Period,
): InvoiceRecord {
  const customer = customerOf(sandbox, subscription);
  const id = reason === 'upcoming' ? newId.upcomingInvoice() : newId.invoice();
  return {
    id,
    created: sandbox.clock.nowSeconds(),
    number: null,
    customerId: customer.id,
    customerEmail: customer.email,
    customerName: customer.name,
    subscriptionId: subscription.id,
    subscriptionMetadata: subscription.metadata,
    reason,
    status: 'draft',
    currency: subscription.currency,
    amountMinor: monthlyTotal(subscription),
    lines: linesOf(sandbox, subscription, period),
    // As with Stripe, a renewal's own period is the month before the one that its lines cover.
    periodStart: reason === 'subscription_create' ? period.start : subscription.periodStart,
    periodEnd: period.start,
    attemptCount: 0,
    nextAttemptAt: reason === 'upcoming' ? period.start : sandbox.clock.nowSeconds(),
    finalizedAt: null,
    paidAt: null,
    voidedAt: null,
    pageSecret: newId.pageSecret(),
  };
}

/** The monthly charge of a subscription, in minor units. */
export const monthlyTotal = ({ items }: Pick<SubscriptionRecord, 'items'>): number =>
  items.reduce((total, { unitAmountMinor, quantity }) => total + unitAmountMinor * quantity, 0);

/** Finalizes a draft under the customer's next invoice number. Returns the open invoice. */
export function finalizeInvoice(sandbox: Sandbox, draft: InvoiceRecord): InvoiceRecord {
  const customer = customerOf(sandbox, draft);
  const sequence = customer.nextInvoiceSequence;
  sandbox.store.customers.put({ ...customer, nextInvoiceSequence: sequence + 1 });
  const number = `${customer.invoicePrefix}-${String(sequence).padStart(4, '0')}`;
  const open = { ...draft, status: 'open', number, finalizedAt: sandbox.clock.nowSeconds() } as const;
  return saveInvoice(sandbox, open, ['finalized']);
}

/** Finds the customer of a subscription or an invoice. */
export function customerOf({ store }: Sandbox, { customerId }: { readonly customerId: string }): CustomerRecord {
  const customer = store.customers.get(customerId);
  if (customer === undefined) throw new Error(`There is no customer ${customerId}`);
  return customer;
}

function linesOf({ store }: Sandbox, { items, currency }: SubscriptionRecord, period: Period): InvoiceRecord['lines'] {
  return items.map((item) => {
    const name = store.products.get(item.productId)?.name ?? item.productId;
    return {
      id: newId.invoiceLine(),
      itemId: item.id,
      priceId: item.priceId,
      productId: item.productId,
      description: `${item.quantity} × ${name} (at ${formatAmount(item.unitAmountMinor, currency)} / month)`,
      unitAmountMinor: item.unitAmountMinor,
      quantity: item.quantity,
      periodStart: period.start,
      periodEnd: period.end,
    };
  });
}

const announcedDaysAhead = 3;

/** The time at which the next invoice is announced. */
export const announcementDueAt = ({ periodEnd }: SubscriptionRecord): number =>
  periodEnd - announcedDaysAhead * 24 * 3600;

/** Emits `invoice.upcoming` for the next month. */
export function announceInvoice(sandbox: Sandbox, subscription: SubscriptionRecord): void {
  const { periodEnd, anchor, monthsBegun } = subscription;
  const period = { start: periodEnd, end: monthsAfter(anchor, monthsBegun + 1) };
  const invoice = { ...draftInvoice(sandbox, subscription, 'upcoming', period), created: periodEnd };
  sandbox.store.subscriptions.put({ ...subscription, announcedFor: periodEnd });
  emitEvent(sandbox, { type: 'invoice.upcoming', object: invoiceToWire(sandbox, invoice) }, null);
}

/** If the announcement of the next invoice is overdue, marks it as sent, so that a late change does not send it again. */
export const suppressLateAnnouncement = (subscription: SubscriptionRecord, now: number): SubscriptionRecord =>
  now > announcementDueAt(subscription) ? { ...subscription, announcedFor: subscription.periodEnd } : subscription;

/**
 * Adds months to a time in seconds, in UTC. A day that the month lacks becomes its last day: from January 31, one month
 * gives February 28 and two months give March 31.
 */
export function monthsAfter(startSeconds: number, months: number): number {
  const start = new Date(startSeconds * 1000);
  const year = start.getUTCFullYear();
  const month = start.getUTCMonth() + months;
  const daysInMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(start.getUTCDate(), daysInMonth);
  const midnight = Date.UTC(year, month, day) / 1000;
  return midnight + (startSeconds % 86_400);
}
