import type { Sandbox } from '#sandbox/sandbox.ts';
import { StripeError } from '../error.ts';
import { newId } from '../ids.ts';
import type { BalanceTransactionRecord, ChargeRecord, DisputeRecord, FraudWarningRecord } from '../records.ts';
import { disputeToWire, fraudWarningToWire } from '../wire/dispute.ts';
import { emitEvent, saveCharge } from './events.ts';

/** A request for a dispute. If the amount is null, everything that was not refunded is disputed. */
export interface DisputeRequest {
  readonly charge: ChargeRecord;
  /** The amount can exceed the rest or even the payment: a bank may ignore a refund, and exchange rates differ. */
  readonly amountMinor: number | null;
  /** The amount that leaves the balance, if it is not the disputed amount. */
  readonly withdrawnMinor?: number | undefined;
  /** An inquiry moves no money until it is escalated. A prevented dispute is settled immediately by returning the money. */
  readonly kind: 'dispute' | 'inquiry' | 'prevented';
  readonly reason: string;
}

/** The next step of a dispute: we answer it, the bank decides it, or an inquiry is escalated or closed. */
export type DisputeDecision = 'answered' | 'won' | 'lost' | 'escalated' | 'inquiry_closed';

/** The fee for each dispute that was not prevented, in minor units. It is not refunded when the dispute is won. */
export const disputeFeeMinor = 1500;

/** Opens a dispute or an inquiry. Throws a StripeError if the charge is unpaid or already disputed, or has nothing left. */
export function openDispute(sandbox: Sandbox, request: DisputeRequest): DisputeRecord {
  return sandbox.store.transact(() => {
    const { charge, kind, reason, withdrawnMinor } = request;
    const dispute: DisputeRecord = {
      id: newId.dispute(),
      created: sandbox.clock.nowSeconds(),
      amountMinor: disputableAmount(request),
      ...(withdrawnMinor === undefined ? {} : { withdrawnMinor }),
      currency: charge.currency,
      chargeId: charge.id,
      paymentIntentId: charge.paymentIntentId,
      reason,
      status: openingStatus[kind],
      balanceTransactionIds: [],
    };
    saveCharge(sandbox, { ...charge, disputeId: dispute.id }, 'updated', { disputed: false });
    if (kind === 'inquiry') return saveDispute(sandbox, dispute, 'created');
    const withdrawn = withdraw(sandbox, dispute);
    saveDispute(sandbox, withdrawn, 'created');
    saveDispute(sandbox, withdrawn, 'funds_withdrawn');
    return kind === 'prevented' ? saveDispute(sandbox, withdrawn, 'closed') : withdrawn;
  });
}

const openingStatus = {
  dispute: 'needs_response',
  inquiry: 'warning_needs_response',
  prevented: 'prevented',
} as const satisfies Record<DisputeRequest['kind'], DisputeRecord['status']>;

/**
 * Decides a dispute. A lost one can return part of the money, such as an earlier refund. Returns false if its status does not
 * allow the decision, for example if it was already decided.
 */
export function decideDispute(
  sandbox: Sandbox,
  disputeId: string,
  decision: DisputeDecision,
  returnedMinor?: number,
): boolean {
  return sandbox.store.transact(() => {
    const dispute = sandbox.store.disputes.get(disputeId);
    if (dispute === undefined || !statusesBefore[decision].includes(dispute.status)) return false;
    switch (decision) {
      case 'answered':
        saveDispute(sandbox, { ...dispute, status: 'under_review' }, 'updated');
        return true;
      case 'escalated': {
        const withdrawn = withdraw(sandbox, { ...dispute, status: 'needs_response' });
        saveDispute(sandbox, withdrawn, 'updated');
        saveDispute(sandbox, withdrawn, 'funds_withdrawn');
        return true;
      }
      case 'won':
      case 'lost': {
        const creditMinor = returnedMinor ?? (decision === 'won' ? (dispute.withdrawnMinor ?? dispute.amountMinor) : 0);
        const decided = { ...dispute, status: decision };
        const closed = creditMinor > 0 ? reinstate(sandbox, decided, creditMinor) : decided;
        if (creditMinor > 0) saveDispute(sandbox, closed, 'funds_reinstated');
        saveDispute(sandbox, closed, 'closed');
        return true;
      }
      case 'inquiry_closed':
        saveDispute(sandbox, { ...dispute, status: 'warning_closed' }, 'closed');
        return true;
    }
  });
}

const statusesBefore: Record<DisputeDecision, readonly DisputeRecord['status'][]> = {
  answered: ['needs_response'],
  won: ['needs_response', 'under_review'],
  lost: ['needs_response', 'under_review'],
  escalated: ['warning_needs_response'],
  inquiry_closed: ['warning_needs_response'],
};

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

/** Withdraws the disputed money, and a fee unless the dispute was prevented. */
const withdraw = (sandbox: Sandbox, dispute: DisputeRecord): DisputeRecord =>
  withBalanceTransaction(sandbox, dispute, {
    amountMinor: -(dispute.withdrawnMinor ?? dispute.amountMinor),
    feeMinor: dispute.status === 'prevented' ? 0 : disputeFeeMinor,
    reportingCategory: 'dispute',
    description: `Chargeback withdrawn for ${dispute.chargeId}`,
  });

const reinstate = (sandbox: Sandbox, dispute: DisputeRecord, amountMinor: number): DisputeRecord =>
  withBalanceTransaction(sandbox, dispute, {
    amountMinor,
    feeMinor: 0,
    reportingCategory: 'dispute_reversal',
    description: `Chargeback reinstated for ${dispute.chargeId}`,
  });

function withBalanceTransaction(
  sandbox: Sandbox,
  dispute: DisputeRecord,
  change: Pick<BalanceTransactionRecord, 'amountMinor' | 'feeMinor' | 'description'> &
    Required<Pick<BalanceTransactionRecord, 'reportingCategory'>>,
): DisputeRecord {
  const now = sandbox.clock.nowSeconds();
  const transaction: BalanceTransactionRecord = {
    id: newId.balanceTransaction(),
    created: now,
    availableOn: now,
    currency: dispute.currency,
    type: 'adjustment',
    sourceId: dispute.id,
    ...change,
  };
  sandbox.store.balanceTransactions.put(transaction);
  return { ...dispute, balanceTransactionIds: [...dispute.balanceTransactionIds, transaction.id] };
}

function disputableAmount({ charge, amountMinor }: DisputeRequest): number {
  const disputedMinor = amountMinor ?? charge.amountMinor - charge.amountRefundedMinor;
  if (charge.status === 'succeeded' && charge.disputeId === undefined && disputedMinor > 0) return disputedMinor;
  throw new StripeError(400, 'invalid_request_error', `Charge ${charge.id} cannot be disputed for that amount.`);
}
