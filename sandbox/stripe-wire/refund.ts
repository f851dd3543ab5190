import type { RefundRecord } from '../state/records.ts';

/** A refund as the API and its events show it. */
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
