import { z } from 'zod';
import type { InvoicePaymentRecord, InvoiceRecord, PaymentMethodRecord } from '../state/billing-records.ts';
import type { Sandbox } from '../sandbox.ts';
import { payInvoice } from '../stripe-billing/pay-invoice.ts';
import { expandParameter, formChoice, formCreated, pageParameters } from '../stripe-parameters/form-values.ts';
import { StripeError, noSuch } from '../stripe/stripe-error.ts';
import { invoicePaymentToWire, invoiceToWire } from '../stripe-wire/invoice.ts';
import { endpoint } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { readOnlyResource } from './read-only-resource.ts';

const payOpenInvoice = endpoint({
  method: 'POST',
  path: '/v1/invoices/:id/pay',
  parameters: z.strictObject({ ...expandParameter, payment_method: z.string().optional() }),
  answers: { kind: 'invoice' },
  check: (sandbox, parameters, id) => {
    const invoice = sandbox.store.invoices.get(id);
    if (invoice === undefined) throw noSuch('invoice', id);
    return { invoice, method: cardFor(sandbox, invoice, parameters.payment_method) };
  },
  run: (sandbox, { invoice, method }) => {
    const result = payInvoice(sandbox, invoice.id, method);
    switch (result.code) {
      case 'paid':
        return invoiceToWire(sandbox, result.invoice);
      case 'closed':
        throw new StripeError(400, 'invalid_request_error', `Invoice is already ${invoice.status}`);
      case 'refused':
        throw new StripeError(402, 'card_error', result.failure.message, { code: result.failure.code });
    }
  },
});

function cardFor({ store }: Sandbox, invoice: InvoiceRecord, asked: string | undefined): PaymentMethodRecord {
  const id = asked ?? store.subscriptions.get(invoice.subscriptionId)?.defaultPaymentMethodId ?? '';
  const method = store.paymentMethods.get(id);
  if (method?.customerId !== invoice.customerId) throw noSuch('PaymentMethod', id, 'payment_method', 400);
  return method;
}

/** Invoices, which only subscriptions make: read, list, pay. */
export const invoiceEndpoints: readonly Endpoint[] = [
  payOpenInvoice,
  ...readOnlyResource({
    path: '/v1/invoices',
    kind: 'invoice',
    table: ({ store }) => store.invoices,
    toWire: invoiceToWire,
    listParameters: z.strictObject({
      ...pageParameters,
      created: formCreated.optional(),
      customer: z.string().optional(),
      status: formChoice(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
      subscription: z.string().optional(),
    }),
    isWanted: (invoice, { customer, status, subscription }) =>
      (customer === undefined || invoice.customerId === customer) &&
      (status === undefined || invoice.status === status) &&
      (subscription === undefined || invoice.subscriptionId === subscription),
  }),
];

const paymentFilter = z.strictObject({ type: formChoice(['payment_intent']), payment_intent: z.string() });

/** How invoices were paid: which payment intent belongs to which bill. */
export const invoicePaymentEndpoints = readOnlyResource({
  path: '/v1/invoice_payments',
  kind: 'invoice_payment',
  table: ({ store }) => store.invoicePayments,
  toWire: (_sandbox, payment: InvoicePaymentRecord) => invoicePaymentToWire(payment),
  listParameters: z.strictObject({
    ...pageParameters,
    created: formCreated.optional(),
    invoice: z.string().optional(),
    payment: paymentFilter.optional(),
    status: formChoice(['open', 'paid', 'canceled']).optional(),
  }),
  isWanted: (record, { invoice, payment, status }) =>
    (invoice === undefined || record.invoiceId === invoice) &&
    (payment === undefined || record.paymentIntentId === payment.payment_intent) &&
    (status === undefined || record.status === status),
});
