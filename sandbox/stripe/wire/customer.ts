import type { CustomerRecord, PaymentMethodRecord, ProductRecord } from '../billing/records.ts';
import { paymentMethodToWire } from './payment-method.ts';

/** A customer as the API returns it. */
export function customerToWire(customer: CustomerRecord) {
  return {
    id: customer.id,
    object: 'customer' as const,
    address: null,
    balance: 0,
    created: customer.created,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: customer.email,
    invoice_prefix: customer.invoicePrefix,
    invoice_settings: invoiceSettingsToWire(customer),
    livemode: false,
    metadata: customer.metadata,
    name: customer.name,
    next_invoice_sequence: customer.nextInvoiceSequence,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none' as const,
    test_clock: null,
  };
}

/** A customer's invoice settings as the API returns them. */
export const invoiceSettingsToWire = ({ defaultPaymentMethodId }: CustomerRecord) => ({
  custom_fields: null,
  default_payment_method: defaultPaymentMethodId,
  footer: null,
  rendering_options: null,
});

/** A customer's card as the API returns it. */
export const savedCardToWire = (method: PaymentMethodRecord) =>
  paymentMethodToWire(method.instrument, method.payer, method.created, method.customerId);

/** A product as the API returns it. */
export function productToWire(product: ProductRecord) {
  return {
    id: product.id,
    object: 'product' as const,
    active: product.isActive,
    created: product.created,
    default_price: null,
    description: product.description,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: product.metadata,
    name: product.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service' as const,
    unit_label: null,
    updated: product.created,
    url: null,
  };
}
