import type { PaymentFailure, PaymentIntentRecord } from '../records.ts';
import { paymentMethodToWire } from './payment-method.ts';

/** A payment intent as the API returns it. */
export function paymentIntentToWire(intent: PaymentIntentRecord, publicUrl: string) {
  const isWaitingOrPaid = intent.status !== 'requires_payment_method' && intent.status !== 'canceled';
  return {
    id: intent.id,
    object: 'payment_intent' as const,
    allowed_payment_method_types: null,
    amount: intent.amountMinor,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: intent.amountReceivedMinor,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: intent.canceledAt,
    cancellation_reason: intent.canceledAt === null ? null : ('automatic' as const),
    capture_method: 'automatic_async' as const,
    client_secret: intent.clientSecret,
    confirmation_method: 'automatic' as const,
    created: intent.created,
    currency: intent.currency,
    customer: intent.customerId ?? null,
    customer_account: null,
    description: intent.seed.description,
    excluded_payment_method_types: null,
    last_payment_error: lastPaymentError(intent, intent.lastFailure),
    latest_charge: intent.chargeIds.at(-1) ?? null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: intent.seed.metadata,
    next_action: intent.status === 'requires_action' ? confirmationStep(intent, publicUrl) : null,
    on_behalf_of: null,
    ...orderDetails(intent),
    payment_method: isWaitingOrPaid ? (intent.instrument?.paymentMethodId ?? null) : null,
    payment_method_configuration_details: null,
    payment_method_options: { card: paymentCardOptions },
    payment_method_types: [...intent.paymentMethods],
    payment_record: null,
    processing: null,
    receipt_email: intent.seed.receiptEmail,
    review: null,
    setup_future_usage: intent.customerId === undefined ? null : ('off_session' as const),
    shipping: null,
    source: null,
    statement_descriptor: intent.seed.statementDescriptor,
    statement_descriptor_suffix: intent.seed.statementDescriptorSuffix,
    status: intent.status,
    transfer_data: null,
    transfer_group: null,
  };
}

const orderDetails = ({ orderReference }: PaymentIntentRecord) =>
  orderReference === undefined
    ? {}
    : { payment_details: { customer_reference: null, order_reference: orderReference } };

const paymentCardOptions = {
  installments: null,
  mandate_options: null,
  network: null,
  request_three_d_secure: 'automatic' as const,
};

function confirmationStep(intent: PaymentIntentRecord, publicUrl: string) {
  const url = `${publicUrl}/c/pay/${intent.checkoutSessionId}/confirm`;
  return { type: 'redirect_to_url', redirect_to_url: { return_url: url, url } };
}

function lastPaymentError(intent: PaymentIntentRecord, failure: PaymentFailure | null) {
  if (failure === null || intent.instrument === null) return null;
  const isCard = intent.instrument.type === 'card';
  const chargeId = intent.chargeIds.at(-1);
  return {
    ...(chargeId === undefined ? {} : { charge: chargeId }),
    code: failure.code,
    ...(failure.declineCode === null ? {} : { decline_code: failure.declineCode }),
    doc_url: `https://stripe.com/docs/error-codes/${failure.code}`,
    message: failure.message,
    payment_method: paymentMethodToWire(intent.instrument, intent.payer, intent.created, intent.customerId),
    type: isCard ? ('card_error' as const) : ('invalid_request_error' as const),
  };
}
