import type { Sandbox } from '#sandbox/sandbox.ts';
import { StripeError } from '../error.ts';
import { newId } from '../ids.ts';
import type { BalanceTransactionRecord, ChargeRecord, DisputeRecord, FraudWarningRecord } from '../records.ts';
import { disputeToWire, fraudWarningToWire } from '../wire/dispute.ts';
import { emitEvent, saveCharge } from './events.ts';

/** What to dispute. Without an amount: everything that was not refunded. */
export interface DisputeRequest {
  readonly charge: ChargeRecord;
  readonly amountMinor: number | null;
  /** An inquiry moves no money until it is escalated. */
  readonly isInquiry: boolean;
  readonly reason: string;
}

/** The next step of a dispute: the bank decides it, or an inquiry is escalated or closed. */
export type DisputeDecision = 'won' | 'lost' | 'escalated' | 'inquiry_closed';

/** The fee for each dispute, in minor units. It is not refunded when the dispute is won. */
export const disputeFeeMinor = 1500;

/** Opens a dispute or an inquiry. Throws a StripeError when the charge is unpaid, already disputed or too small. */
export function openDispute(sandbox: Sandbox, request: DisputeRequest): DisputeRecord {
  return sandbox.store.transact(() => {
    const { charge, isInquiry, reason } = request;
    const dispute: DisputeRecord = {
      id: newId.dispute(),
      created: sandbox.clock.nowSeconds(),
      amountMinor: disputableAmount(request),
      currency: charge.currency,
      chargeId: charge.id,
      paymentIntentId: charge.paymentIntentId,
      reason,
      status: isInquiry ? 'warning_needs_response' : 'needs_response',
      balanceTransactionIds: [],
    };
    saveCharge(sandbox, { ...charge, disputeId: dispute.id }, 'updated', { disputed: false });
    if (isInquiry) return saveDispute(sandbox, dispute, 'created');
    const withdrawn = withBalanceTransaction(sandbox, dispute, 'withdrawn');
    saveDispute(sandbox, withdrawn, 'created');
    return saveDispute(sandbox, withdrawn, 'funds_withdrawn');
  });
}

/** Decides a dispute. Returns false when its status does not allow the decision, such as when it was already decided. */
export function decideDispute(sandbox: Sandbox, disputeId: string, decision: DisputeDecision): boolean {
  return sandbox.store.transact(() => {
    const dispute = sandbox.store.disputes.get(disputeId);
    const from = decision === 'won' || decision === 'lost' ? 'needs_response' : 'warning_needs_response';
    if (dispute?.status !== from) return false;
    switch (decision) {
      case 'escalated': {
        const withdrawn = withBalanceTransaction(sandbox, { ...dispute, status: 'needs_response' }, 'withdrawn');
        saveDispute(sandbox, withdrawn, 'updated');
        saveDispute(sandbox, withdrawn, 'funds_withdrawn');
        return true;
      }
      case 'won': {
        const won = withBalanceTransaction(sandbox, { ...dispute, status: 'won' }, 'reinstated');
        saveDispute(sandbox, won, 'funds_reinstated');
        saveDispute(sandbox, won, 'closed');
        return true;
      }
      case 'lost':
      case 'inquiry_closed':
        saveDispute(sandbox, { ...dispute, status: decision === 'lost' ? 'lost' : 'warning_closed' }, 'closed');
        return true;
    }
  });
}

/** Has the card network issue an early fraud warning. */
export function warnOfFraud(sandbox: Sandbox, charge: ChargeRecord): FraudWarningRecord {
  return sandbox.store.transact(() => {
    const warning: FraudWarningRecord = {
      id: newId.fraudWarning(),
      created: sandbox.clock.nowSeconds(),
      chargeId: charge.id,
      paymentIntentId: charge.paymentIntentId,
      fraudType: 'unauthorized_use_of_card',
    };
    sandbox.store.fraudWarnings.put(warning);
    const object = fraudWarningToWire(sandbox, warning);
    emitEvent(sandbox, { type: 'radar.early_fraud_warning.created', object }, null);
    return warning;
  });
}

function saveDispute(sandbox: Sandbox, dispute: DisputeRecord, event: string): DisputeRecord {
  sandbox.store.disputes.put(dispute);
  emitEvent(sandbox, { type: `charge.dispute.${event}`, object: disputeToWire(sandbox, dispute) }, null);
  return dispute;
}

function withBalanceTransaction(
  sandbox: Sandbox,
  dispute: DisputeRecord,
  direction: 'withdrawn' | 'reinstated',
): DisputeRecord {
  const now = sandbox.clock.nowSeconds();
  const isWithdrawn = direction === 'withdrawn';
  const transaction: BalanceTransactionRecord = {
    id: newId.balanceTransaction(),
    created: now,
    availableOn: now,
    amountMinor: isWithdrawn ? -dispute.amountMinor : dispute.amountMinor,
    feeMinor: isWithdrawn ? disputeFeeMinor : 0,
    currency: dispute.currency,
    type: 'adjustment',
    reportingCategory: isWithdrawn ? 'dispute' : 'dispute_reversal',
    sourceId: dispute.id,
    description: `Chargeback ${direction} for ${dispute.chargeId}`,
  };
  sandbox.store.balanceTransactions.put(transaction);
  return { ...dispute, balanceTransactionIds: [...dispute.balanceTransactionIds, transaction.id] };
}

function disputableAmount({ charge, amountMinor }: DisputeRequest): number {
  const left = charge.amountMinor - charge.amountRefundedMinor;
  if (charge.status === 'succeeded' && charge.disputeId === undefined && (amountMinor ?? 1) <= left) {
    return amountMinor ?? left;
  }
  throw new StripeError(400, 'invalid_request_error', `Charge ${charge.id} cannot be disputed for that amount.`);
}
