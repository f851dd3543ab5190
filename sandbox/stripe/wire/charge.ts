import type { ChargeRecord, RefundRecord } from '../records.ts';
import { billingDetailsToWire, chargeInstrumentToWire } from './payment-method.ts';

/** A charge as the API returns it. */
export function chargeToWire(charge: ChargeRecord) {
  const isPaid = charge.status === 'succeeded';
  return {
    id: charge.id,
    object: 'charge' as const,
    amount: charge.amountMinor,
    amount_captured: isPaid ? charge.amountMinor : 0,
    amount_refunded: charge.amountRefundedMinor,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: charge.balanceTransactionId,
    billing_details: billingDetailsToWire(charge.payer),
    calculated_statement_descriptor: 'SANDBOX',
    captured: charge.status !== 'failed',
    created: charge.created,
    currency: charge.currency,
    customer: charge.customerId ?? null,
    description: charge.description,
    disputed: charge.disputeId !== undefined,
    failure_balance_transaction: null,
    failure_code: charge.failure?.code ?? null,
    failure_message: charge.failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: charge.metadata,
    on_behalf_of: null,
    outcome: outcome(charge),
    paid: isPaid,
    payment_intent: charge.paymentIntentId,
    payment_method: charge.instrument.paymentMethodId,
    payment_method_details: chargeInstrumentToWire(charge.instrument, charge.amountMinor, charge.isConfirmed),
    radar_options: {},
    receipt_email: charge.receiptEmail,
    receipt_number: null,
    receipt_url: null,
    refunded: isPaid && charge.amountRefundedMinor === charge.amountMinor,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: charge.status,
    transfer_data: null,
    transfer_group: null,
  };
}

function outcome(charge: ChargeRecord) {
  const isFailed = charge.failure !== null;
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: isFailed ? 'declined_by_network' : 'approved_by_network',
    reason: charge.failure?.declineCode ?? null,
    risk_level: 'normal',
    risk_score: 12,
    seller_message: isFailed ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
    type: isFailed ? 'issuer_declined' : 'authorized',
  };
}

/** A refund as the API returns it. */
export function refundToWire(refund: RefundRecord) {
  return {
    id: refund.id,
    object: 'refund' as const,
    amount: refund.amountMinor,
    balance_transaction: refund.balanceTransactionId,
    charge: refund.chargeId,
    created: refund.created,
    currency: refund.currency,
    customer: null,
    customer_account: null,
    ...(refund.failureBalanceTransactionId === undefined
      ? {}
      : { failure_balance_transaction: refund.failureBalanceTransactionId, failure_reason: 'lost_or_stolen_card' }),
    metadata: refund.metadata,
    payment_intent: refund.paymentIntentId,
    payment_method: null,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  };
}
