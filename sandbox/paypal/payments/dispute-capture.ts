import type { Sandbox } from '#sandbox/sandbox.ts';
import { unprocessable } from '../error.ts';
import { toMinor, toMoney } from '../money.ts';
import {
  newPayPalDisputeId,
  newPayPalId,
  type PayPalCaptureRecord,
  type PayPalDisputeRecord,
  type PayPalMoney,
  type PayPalMovementRecord,
} from '../records.ts';
import { disputeToWire, reversedCaptureToWire } from '../wire-dispute.ts';
import { emitPayPalEvent } from './emit-event.ts';

/** A request for a dispute. If the amount is missing, everything that was not refunded is disputed. */
export interface PayPalDisputeRequest {
  readonly amountMinor?: number | undefined;
  /** An inquiry moves no money until it is escalated. */
  readonly kind: 'dispute' | 'inquiry';
  readonly listsMovements: boolean;
}

/** The next step of a dispute. A buyer who wins can get only part of the money. */
export type PayPalDisputeDecision = 'escalated' | 'seller' | 'buyer' | 'canceled';

/** The fee for each dispute that takes money, in minor units. It is not returned when the seller wins. */
const paypalDisputeFeeMinor = 2000;

/** Opens a dispute. Throws PayPal's refusal when the capture is not paid. */
export function openPayPalDispute(
  sandbox: Sandbox,
  capture: PayPalCaptureRecord,
  { amountMinor, kind, listsMovements }: PayPalDisputeRequest,
): PayPalDisputeRecord {
  return sandbox.store.transact(() => {
    if (capture.status === 'PENDING' || capture.status === 'DECLINED') {
      throw unprocessable('CAPTURE_NOT_COMPLETED', 'The capture has not completed.');
    }
    const leftMinor = toMinor(capture.amount) - toMinor(capture.refunded);
    const now = sandbox.clock.nowSeconds();
    const dispute: PayPalDisputeRecord = {
      id: newPayPalDisputeId(),
      created: now,
      updated: now,
      captureId: capture.id,
      amount: toMoney(amountMinor ?? leftMinor, capture.amount.currency_code),
      stage: kind === 'inquiry' ? 'INQUIRY' : 'CHARGEBACK',
      status: 'WAITING_FOR_SELLER_RESPONSE',
      outcome: null,
      movements: [],
      listsMovements,
    };
    return save(sandbox, kind === 'inquiry' ? dispute : withdraw(sandbox, dispute), 'CREATED');
  });
}

/** Decides a dispute. Returns false if it is unknown or already decided, or if it cannot be escalated. */
export function decidePayPalDispute(
  sandbox: Sandbox,
  disputeId: string,
  decision: PayPalDisputeDecision,
  returnedMinor?: number,
): boolean {
  return sandbox.store.transact(() => {
    const dispute = sandbox.store.paypalDisputes.get(disputeId);
    if (dispute === undefined || dispute.status === 'RESOLVED') return false;
    if (decision === 'escalated') {
      if (dispute.stage !== 'INQUIRY') return false;
      save(sandbox, withdraw(sandbox, { ...dispute, stage: 'CHARGEBACK' }), 'UPDATED');
      return true;
    }
    const withdrawnMinor = dispute.stage === 'INQUIRY' ? 0 : toMinor(dispute.amount);
    const creditMinor = returnedMinor ?? (decision === 'buyer' ? 0 : withdrawnMinor);
    const currency = dispute.amount.currency_code;
    const resolved: PayPalDisputeRecord = {
      ...dispute,
      status: 'RESOLVED',
      outcome: { code: outcomeCode[decision], refunded: toMoney(withdrawnMinor - creditMinor, currency) },
    };
    const credit = movement(sandbox, 'CREDIT', 'DISPUTE_SETTLEMENT', toMoney(creditMinor, currency));
    save(sandbox, creditMinor > 0 ? { ...resolved, movements: [...resolved.movements, credit] } : resolved, 'RESOLVED');
    return true;
  });
}

const outcomeCode = {
  seller: 'RESOLVED_SELLER_FAVOUR',
  buyer: 'RESOLVED_BUYER_FAVOUR',
  canceled: 'CANCELED_BY_BUYER',
} as const;

/** Takes the money from the merchant. PayPal also reports this as a reversed capture. */
function withdraw(sandbox: Sandbox, dispute: PayPalDisputeRecord): PayPalDisputeRecord {
  const { captureId, amount } = dispute;
  emitPayPalEvent(
    sandbox,
    'PAYMENT.CAPTURE.REVERSED',
    reversedCaptureToWire(sandbox, { id: newPayPalId(), captureId, amount }),
  );
  const fee = toMoney(paypalDisputeFeeMinor, amount.currency_code);
  return {
    ...dispute,
    movements: [
      movement(sandbox, 'DEBIT', 'DISPUTE_SETTLEMENT', amount),
      movement(sandbox, 'DEBIT', 'CHARGEBACK_FEE', fee),
    ],
  };
}

const movement = (
  { clock }: Sandbox,
  type: PayPalMovementRecord['type'],
  reason: PayPalMovementRecord['reason'],
  amount: PayPalMoney,
): PayPalMovementRecord => ({ at: clock.nowSeconds(), type, reason, amount });

function save(
  sandbox: Sandbox,
  dispute: PayPalDisputeRecord,
  event: 'CREATED' | 'UPDATED' | 'RESOLVED',
): PayPalDisputeRecord {
  const saved = { ...dispute, updated: sandbox.clock.nowSeconds() };
  sandbox.store.paypalDisputes.put(saved);
  emitPayPalEvent(sandbox, `CUSTOMER.DISPUTE.${event}`, disputeToWire(sandbox, saved));
  return saved;
}
