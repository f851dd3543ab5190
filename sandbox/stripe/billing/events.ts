import type { Origin, Sandbox } from '#sandbox/sandbox.ts';
import { emitEvent } from '../payments/events.ts';
import { customerToWire, savedCardToWire } from '../wire/customer.ts';
import { invoicePaymentToWire, invoiceToWire } from '../wire/invoice.ts';
import { subscriptionToWire } from '../wire/subscription.ts';
import type { CustomerRecord, InvoiceRecord, PaymentMethodRecord, SubscriptionRecord } from './records.ts';

/** The previous values of an update, and the call that caused it. */
interface EventDetails {
  readonly previousAttributes?: Readonly<Record<string, unknown>>;
  readonly origin?: Origin | null;
}

/** Stores the subscription and emits an event. Returns the subscription. */
export function saveSubscription(
  sandbox: Sandbox,
  subscription: SubscriptionRecord,
  event: 'created' | 'updated' | 'deleted' | 'paused' | 'resumed',
  { origin = null, ...details }: EventDetails = {},
): SubscriptionRecord {
  sandbox.store.subscriptions.put(subscription);
  const object = subscriptionToWire(subscription);
  emitEvent(sandbox, { type: `customer.subscription.${event}`, object, ...details }, origin);
  return subscription;
}

/** Stores the invoice and emits one event for each name. Returns the invoice. */
export function saveInvoice(
  sandbox: Sandbox,
  invoice: InvoiceRecord,
  events: readonly string[],
  details: Pick<EventDetails, 'previousAttributes'> = {},
): InvoiceRecord {
  sandbox.store.invoices.put(invoice);
  const object = invoiceToWire(sandbox, invoice);
  for (const event of events) emitEvent(sandbox, { type: `invoice.${event}`, object, ...details }, null);
  return invoice;
}

/** Marks the invoice's payment as paid and emits an event. */
export function savePaidInvoicePayment(sandbox: Sandbox, invoiceId: string): void {
  const { store, clock } = sandbox;
  const payment = findInvoicePayment(sandbox, invoiceId);
  if (payment === undefined) throw new Error(`${invoiceId} has no payment`);
  const paid = { ...payment, status: 'paid', paidAt: clock.nowSeconds() } as const;
  store.invoicePayments.put(paid);
  emitEvent(sandbox, { type: 'invoice_payment.paid', object: invoicePaymentToWire(paid) }, null);
}

/** Finds the payment of an invoice; undefined before the first attempt. */
export const findInvoicePayment = ({ store }: Sandbox, invoiceId: string) =>
  store.invoicePayments.get(invoicePaymentId(invoiceId));

/** The id of an invoice's payment. It follows from the invoice's id, because an invoice has at most one payment. */
export const invoicePaymentId = (invoiceId: string): string => invoiceId.replace(/^in_/, 'inpay_');

/** Stores the customer and emits an event. */
export function saveCustomer(
  sandbox: Sandbox,
  customer: CustomerRecord,
  event: 'created' | 'updated',
  details: Pick<EventDetails, 'previousAttributes'> = {},
): void {
  sandbox.store.customers.put(customer);
  emitEvent(sandbox, { type: `customer.${event}`, object: customerToWire(customer), ...details }, null);
}

/** Saves a customer's card and emits an event. */
export function attachCard(sandbox: Sandbox, method: PaymentMethodRecord): void {
  sandbox.store.paymentMethods.put(method);
  emitEvent(sandbox, { type: 'payment_method.attached', object: savedCardToWire(method) }, null);
}
