import type { Sandbox } from '../sandbox.ts';
import type { CustomerRecord, InvoiceRecord, SubscriptionRecord } from '../state/billing-records.ts';
import { formatAmount } from '../stripe/currencies.ts';
import { newId } from '../stripe/ids.ts';
import { saveInvoice } from './billing-events.ts';

/** The time that an invoice is for, in seconds. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

/** A bill over the subscription's lines for a period, as a draft that is not yet stored. */
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
    // A renewal's own period is the month before: that is when its lines were added up.
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

/** What a subscription collects each month, in minor units. */
export const monthlyTotal = ({ items }: Pick<SubscriptionRecord, 'items'>): number =>
  items.reduce((total, { unitAmountMinor, quantity }) => total + unitAmountMinor * quantity, 0);

/** Opens a draft for payment under the customer's next number. Returns it. */
export function finalizeInvoice(sandbox: Sandbox, draft: InvoiceRecord): InvoiceRecord {
  const customer = customerOf(sandbox, draft);
  const sequence = customer.nextInvoiceSequence;
  sandbox.store.customers.put({ ...customer, nextInvoiceSequence: sequence + 1 });
  const number = `${customer.invoicePrefix}-${String(sequence).padStart(4, '0')}`;
  const open = { ...draft, status: 'open', number, finalizedAt: sandbox.clock.nowSeconds() } as const;
  return saveInvoice(sandbox, open, ['finalized']);
}

/** Whom a subscription or an invoice belongs to. */
export function customerOf({ store }: Sandbox, { customerId }: { readonly customerId: string }): CustomerRecord {
  const customer = store.customers.get(customerId);
  if (customer === undefined) throw new Error(`The customer ${customerId} is lost`);
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
