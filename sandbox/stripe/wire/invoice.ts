import type { Sandbox } from '#sandbox/sandbox.ts';
import type { InvoiceLineRecord, InvoicePaymentRecord, InvoiceRecord } from '../billing/records.ts';
import { singlePageList } from './list.ts';

/** An invoice as the API returns it. Its payments appear only when expanded. */
export function invoiceToWire({ config }: Sandbox, invoice: InvoiceRecord) {
  return {
    id: invoice.id,
    object: 'invoice' as const,
    ...unused,
    account_country: 'CA',
    account_name: config.productName,
    ...amountsToWire(invoice),
    attempt_count: invoice.attemptCount,
    attempted: invoice.attemptCount > 0,
    auto_advance: invoice.nextAttemptAt !== null,
    automatically_finalizes_at: null,
    billing_reason: invoice.reason,
    collection_method: 'charge_automatically' as const,
    created: invoice.created,
    currency: invoice.currency,
    customer: invoice.customerId,
    customer_email: invoice.customerEmail,
    customer_name: invoice.customerName,
    effective_at: invoice.finalizedAt,
    hosted_invoice_url: invoice.finalizedAt === null ? null : invoicePageUrl(config.publicUrl, invoice),
    lines: singlePageList(
      invoice.lines.map((line) => invoiceLineToWire(invoice, line)),
      `/v1/invoices/${invoice.id}/lines`,
    ),
    livemode: false,
    next_payment_attempt: invoice.nextAttemptAt,
    number: invoice.number,
    parent: {
      quote_details: null,
      subscription_details: { metadata: invoice.subscriptionMetadata, subscription: invoice.subscriptionId },
      type: 'subscription_details' as const,
    },
    period_end: invoice.periodEnd,
    period_start: invoice.periodStart,
    status: invoice.status,
    status_transitions: {
      finalized_at: invoice.finalizedAt,
      marked_uncollectible_at: null,
      paid_at: invoice.paidAt,
      voided_at: invoice.voidedAt,
    },
    webhooks_delivered_at: invoice.finalizedAt,
  };
}

function amountsToWire({ amountMinor, status }: InvoiceRecord) {
  const paidMinor = status === 'paid' ? amountMinor : 0;
  return {
    amount_due: amountMinor,
    amount_paid: paidMinor,
    amount_remaining: amountMinor - paidMinor,
    subtotal: amountMinor,
    subtotal_excluding_tax: amountMinor,
    total: amountMinor,
    total_excluding_tax: amountMinor,
  };
}

/** The URL of the page that shows an invoice and takes its payment. */
export const invoicePageUrl = (publicUrl: string, { id, pageSecret }: InvoiceRecord): string =>
  `${publicUrl}/i/${id}/${pageSecret}`;

function invoiceLineToWire(invoice: InvoiceRecord, line: InvoiceLineRecord) {
  const amount = line.unitAmountMinor * line.quantity;
  return {
    id: line.id,
    object: 'line_item' as const,
    amount,
    currency: invoice.currency,
    description: line.description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: invoice.id,
    livemode: false,
    metadata: invoice.subscriptionMetadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: invoice.subscriptionId,
        subscription_item: line.itemId,
      },
      type: 'subscription_item_details' as const,
    },
    period: { end: line.periodEnd, start: line.periodStart },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: line.priceId, product: line.productId },
      type: 'price_details' as const,
      unit_amount_decimal: String(line.unitAmountMinor),
    },
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription: invoice.subscriptionId,
    subtotal: amount,
    taxes: [],
  };
}

/** An invoice's payment as the API returns it. */
export function invoicePaymentToWire(payment: InvoicePaymentRecord) {
  return {
    id: payment.id,
    object: 'invoice_payment' as const,
    amount_paid: payment.status === 'paid' ? payment.amountMinor : null,
    amount_requested: payment.amountMinor,
    created: payment.created,
    currency: payment.currency,
    invoice: payment.invoiceId,
    is_default: true,
    livemode: false,
    payment: { payment_intent: payment.paymentIntentId, type: 'payment_intent' as const },
    status: payment.status,
    status_transitions: { canceled_at: null, paid_at: payment.paidAt },
  };
}

/** Properties that the sandbox never sets. */
const unused = {
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_shipping: 0,
  application: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  custom_fields: null,
  customer_account: null,
  customer_address: null,
  customer_phone: null,
  customer_shipping: null,
  customer_tax_exempt: 'none' as const,
  customer_tax_ids: [],
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  ending_balance: 0,
  footer: null,
  from_invoice: null,
  invoice_pdf: null,
  issuer: { type: 'self' as const },
  last_finalization_error: null,
  latest_revision: null,
  metadata: {},
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  starting_balance: 0,
  statement_descriptor: null,
  test_clock: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
};
