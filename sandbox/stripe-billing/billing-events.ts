import type { Origin, Sandbox } from '../sandbox.ts';
import type {
  CustomerRecord,
  InvoiceRecord,
  PaymentMethodRecord,
  SubscriptionRecord,
} from '../state/billing-records.ts';
import { emitEvent } from '../stripe-payments/emit-event.ts';
import { customerToWire, keptCardToWire } from '../stripe-wire/customer.ts';
import { invoicePaymentToWire, invoiceToWire } from '../stripe-wire/invoice.ts';
import { subscriptionToWire } from '../stripe-wire/subscription.ts';

/** What an update says beside the object: what was there before, and which call asked for it. */
interface Telling {
  readonly previousAttributes?: Readonly<Record<string, unknown>>;
  readonly origin?: Origin | null;
}

/** Stores the subscription and tells of it. Returns it. */
export function saveSubscription(
  sandbox: Sandbox,
  subscription: SubscriptionRecord,
  deed: 'created' | 'updated' | 'deleted',
  { origin = null, ...telling }: Telling = {},
): SubscriptionRecord {
  sandbox.store.subscriptions.put(subscription);
  const object = subscriptionToWire(subscription);
  emitEvent(sandbox, { type: `customer.subscription.${deed}`, object, ...telling }, origin);
  return subscription;
}

/** Stores the invoice and tells of it, once for each deed. Returns it. */
export function saveInvoice(
  sandbox: Sandbox,
  invoice: InvoiceRecord,
  deeds: readonly string[],
  telling: Pick<Telling, 'previousAttributes'> = {},
): InvoiceRecord {
  sandbox.store.invoices.put(invoice);
  const object = invoiceToWire(sandbox, invoice);
  for (const deed of deeds) emitEvent(sandbox, { type: `invoice.${deed}`, object, ...telling }, null);
  return invoice;
}

/** Marks how the invoice was paid, and tells of it. */
export function savePaidInvoicePayment(sandbox: Sandbox, invoiceId: string): void {
  const { store, clock } = sandbox;
  const payment = invoicePaymentOf(sandbox, invoiceId);
  if (payment === undefined) throw new Error(`${invoiceId} has lost its payment`);
  const paid = { ...payment, status: 'paid', paidAt: clock.nowSeconds() } as const;
  store.invoicePayments.put(paid);
  emitEvent(sandbox, { type: 'invoice_payment.paid', object: invoicePaymentToWire(paid) }, null);
}

/** How an invoice is being paid; `undefined` before anybody tried. */
export const invoicePaymentOf = ({ store }: Sandbox, invoiceId: string) =>
  store.invoicePayments.get(invoicePaymentId(invoiceId));

/** An invoice has one payment at most, so the payment's id is made of the invoice's. */
export const invoicePaymentId = (invoiceId: string): string => invoiceId.replace(/^in_/, 'inpay_');

/** Stores the customer and tells of it. */
export function saveCustomer(
  sandbox: Sandbox,
  customer: CustomerRecord,
  deed: 'created' | 'updated',
  { origin = null, ...telling }: Telling = {},
): void {
  sandbox.store.customers.put(customer);
  emitEvent(sandbox, { type: `customer.${deed}`, object: customerToWire(customer), ...telling }, origin);
}

/** Stores a card that a customer left and tells of it. */
export function attachCard(sandbox: Sandbox, method: PaymentMethodRecord): void {
  sandbox.store.paymentMethods.put(method);
  emitEvent(sandbox, { type: 'payment_method.attached', object: keptCardToWire(method) }, null);
}
