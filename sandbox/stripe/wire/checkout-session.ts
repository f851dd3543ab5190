import type { CheckoutSessionRecord } from '../records.ts';

/** A checkout session as the API returns it. Only an open session has a URL. */
export function checkoutSessionToWire(session: CheckoutSessionRecord, publicUrl: string) {
  return {
    id: session.id,
    object: 'checkout.session' as const,
    ...unused,
    ...modeToWire(session),
    adaptive_pricing: { enabled: session.hasAdaptivePricing },
    allowed_payment_method_types: session.allowedPaymentMethods === null ? null : [...session.allowedPaymentMethods],
    amount_subtotal: session.amountTotalMinor,
    amount_total: session.amountTotalMinor,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: session.billingAddressCollection,
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    collected_information: { business_name: null, individual_name: null, shipping_details: null },
    created: session.created,
    currency: session.currency,
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: session.submitText === null ? null : { message: session.submitText },
      terms_of_service_acceptance: null,
    },
    customer_details: customerDetails(session),
    customer_email: session.customerEmail,
    ...(session.excludedPaymentMethods === null
      ? {}
      : { excluded_payment_method_types: [...session.excludedPaymentMethods] }),
    expires_at: session.expiresAt,
    integration_identifier: session.integrationIdentifier,
    livemode: false,
    locale: session.locale,
    metadata: session.metadata,
    origin_context: session.originContext,
    payment_method_options: { card: { request_three_d_secure: 'automatic' as const } },
    payment_method_types: [...session.paymentMethods],
    payment_status: session.paymentStatus,
    phone_number_collection: { enabled: false },
    status: session.status,
    submit_type: session.submitType,
    success_url: session.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page' as const,
    url: session.status === 'open' ? `${publicUrl}/c/pay/${session.id}` : null,
  };
}

/** The properties that depend on the mode. The payment of a subscription belongs to its first invoice. */
function modeToWire(session: CheckoutSessionRecord) {
  if (session.subscriptionSeed === undefined) {
    return {
      customer: null,
      customer_creation: session.customerCreation,
      invoice: null,
      invoice_creation: noInvoice,
      mode: 'payment' as const,
      payment_intent: session.paymentIntentId,
      payment_method_collection: 'if_required' as const,
      subscription: null,
    };
  }
  return {
    customer: session.customerId ?? null,
    customer_creation: 'always' as const,
    invoice: session.invoiceId ?? null,
    invoice_creation: null,
    mode: 'subscription' as const,
    payment_intent: null,
    payment_method_collection: 'always' as const,
    subscription: session.subscriptionId ?? null,
  };
}

/** Properties that the sandbox never sets. */
const unused = {
  after_expiration: null,
  allow_promotion_codes: null,
  client_secret: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  customer_account: null,
  discounts: [],
  managed_payments: { enabled: false },
  payment_link: null,
  payment_method_configuration_details: null,
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  wallet_options: null,
};

const noInvoice = {
  enabled: false,
  invoice_data: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: null,
    metadata: {},
    rendering_options: null,
  },
};

function customerDetails(session: CheckoutSessionRecord) {
  const email = session.customer?.email ?? session.customerEmail;
  if (email === null) return null;
  const isFinished = session.customer !== null;
  return {
    address: isFinished ? emptyAddress : null,
    business_name: null,
    email,
    individual_name: null,
    name: session.customer?.name ?? null,
    phone: null,
    tax_exempt: 'none' as const,
    tax_ids: isFinished ? [] : null,
  };
}

/** A billing address that was not collected. */
export const emptyAddress = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};
