import type { Sandbox } from '#sandbox/sandbox.ts';
import type { DisputeRecord, FraudWarningRecord } from '../records.ts';
import { balanceTransactionToWire } from './balance.ts';

const daysToAnswer = 7;

/** A dispute as the API returns it, with its balance transactions in full. */
export function disputeToWire({ store, clock }: Sandbox, dispute: DisputeRecord) {
  const instrument = store.charges.get(dispute.chargeId)?.instrument;
  const isInquiry = dispute.status.startsWith('warning_');
  const now = clock.nowSeconds();
  return {
    id: dispute.id,
    object: 'dispute' as const,
    amount: dispute.amountMinor,
    balance_transactions: dispute.balanceTransactionIds.flatMap((id) => {
      const transaction = store.balanceTransactions.get(id);
      return transaction === undefined ? [] : [balanceTransactionToWire(transaction, now)];
    }),
    charge: dispute.chargeId,
    created: dispute.created,
    currency: dispute.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: dispute.created + daysToAnswer * 24 * 3600,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted' as const,
    },
    intended_submission_method: null,
    is_charge_refundable: dispute.status === 'warning_needs_response',
    livemode: false,
    metadata: {},
    payment_intent: dispute.paymentIntentId,
    ...(instrument?.type === 'card'
      ? {
          payment_method_details: {
            card: {
              brand: instrument.brand,
              case_type: isInquiry ? ('inquiry' as const) : ('chargeback' as const),
              network: instrument.brand,
              network_reason_code: '10.4',
            },
            type: 'card' as const,
          },
        }
      : {}),
    reason: dispute.reason,
    status: dispute.status,
  };
}

/** An early fraud warning as the API returns it. It is actionable until the charge is disputed or fully refunded. */
export function fraudWarningToWire({ store }: Sandbox, warning: FraudWarningRecord) {
  const charge = store.charges.get(warning.chargeId);
  const isResolved =
    charge === undefined || charge.disputeId !== undefined || charge.amountRefundedMinor === charge.amountMinor;
  return {
    id: warning.id,
    object: 'radar.early_fraud_warning' as const,
    actionable: !isResolved,
    charge: warning.chargeId,
    created: warning.created,
    fraud_type: warning.fraudType,
    livemode: false,
    payment_intent: warning.paymentIntentId,
  };
}

const noEvidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
