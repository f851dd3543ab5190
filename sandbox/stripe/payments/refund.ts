import type { Origin, Sandbox } from '#sandbox/sandbox.ts';
import { StripeError, invalidParameter } from '../error.ts';
import { newId } from '../ids.ts';
import type { BalanceTransactionRecord, ChargeRecord, Metadata, RefundRecord } from '../records.ts';
import { chargeToWire, refundToWire } from '../wire/charge.ts';
import { decideDispute } from './dispute.ts';
import { emitEvent } from './events.ts';

/** A request for a refund. If the amount is null, everything that is left is refunded. */
export interface RefundRequest {
  readonly charge: ChargeRecord;
  readonly amountMinor: number | null;
  readonly reason: string | null;
  readonly metadata: Metadata;
}

/** Refunds a charge. Throws a StripeError when it was never paid or has less left than requested. */
export function createRefund(sandbox: Sandbox, request: RefundRequest, origin: Origin | null): RefundRecord {
  return sandbox.store.transact(() => {
    const { charge } = request;
    const amountMinor = refundableAmount(sandbox, request);
    const now = sandbox.clock.nowSeconds();
    const id = newId.refund();
    const transaction: BalanceTransactionRecord = {
      id: newId.balanceTransaction(),
      created: now,
      availableOn: now,
      amountMinor: -amountMinor,
      feeMinor: 0,
      currency: charge.currency,
      type: charge.instrument.type === 'card' ? 'refund' : 'payment_refund',
      sourceId: id,
      description: 'REFUND FOR CHARGE',
    };
    const refund: RefundRecord = {
      id,
      created: now,
      amountMinor,
      currency: charge.currency,
      chargeId: charge.id,
      paymentIntentId: charge.paymentIntentId,
      balanceTransactionId: transaction.id,
      metadata: request.metadata,
      reason: request.reason,
      status: 'succeeded',
    };
    const refunded: ChargeRecord = {
      ...charge,
      amountRefundedMinor: charge.amountRefundedMinor + amountMinor,
      refundIds: [...charge.refundIds, id],
    };
    sandbox.store.balanceTransactions.put(transaction);
    sandbox.store.refunds.put(refund);
    sandbox.store.charges.put(refunded);
    emitEvent(sandbox, { type: 'refund.created', object: refundToWire(refund) }, origin);
    const previousAttributes = { amount_refunded: charge.amountRefundedMinor };
    emitEvent(sandbox, { type: 'charge.refunded', object: chargeToWire(refunded), previousAttributes }, origin);
    if (refunded.amountRefundedMinor === refunded.amountMinor)
      decideDispute(sandbox, charge.disputeId ?? '', 'inquiry_closed');
    return refund;
  });
}

function refundableAmount(sandbox: Sandbox, { charge, amountMinor }: RefundRequest): number {
  const leftMinor = charge.amountMinor - charge.amountRefundedMinor;
  if (charge.status !== 'succeeded') {
    throw new StripeError(400, 'invalid_request_error', `Charge ${charge.id} has not been paid.`, {
      code: 'charge_not_refundable',
    });
  }
  const dispute = sandbox.store.disputes.get(charge.disputeId ?? '');
  if (dispute !== undefined && chargedBack.has(dispute.status)) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw new StripeError(400, 'invalid_request_error', message, { code: 'charge_disputed' });
  }
  if (leftMinor === 0) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw new StripeError(400, 'invalid_request_error', message, { code: 'charge_already_refunded' });
  }
  if (amountMinor !== null && amountMinor > leftMinor) {
    const message = `Refund amount (${amountMinor}) is greater than unrefunded amount on charge (${leftMinor}).`;
    throw invalidParameter('amount', 'amount_too_large', message);
  }
  return amountMinor ?? leftMinor;
}

/** The statuses of a dispute whose charge cannot be refunded. It can be refunded during an inquiry and after a won dispute. */
const chargedBack: ReadonlySet<string> = new Set(['needs_response', 'under_review', 'lost', 'prevented']);

/** Has the bank return a refund. Returns false if it is unknown or failed before. */
export function failRefund(sandbox: Sandbox, refundId: string): boolean {
  return sandbox.store.transact(() => {
    const refund = sandbox.store.refunds.get(refundId);
    const charge = sandbox.store.charges.get(refund?.chargeId ?? '');
    if (refund?.status !== 'succeeded' || charge === undefined) return false;
    const now = sandbox.clock.nowSeconds();
    const returned: BalanceTransactionRecord = {
      id: newId.balanceTransaction(),
      created: now,
      availableOn: now,
      amountMinor: refund.amountMinor,
      feeMinor: 0,
      currency: refund.currency,
      type: 'refund_failure',
      sourceId: refund.id,
      description: 'REFUND FAILURE',
    };
    const failed: RefundRecord = { ...refund, status: 'failed', failureBalanceTransactionId: returned.id };
    sandbox.store.balanceTransactions.put(returned);
    sandbox.store.refunds.put(failed);
    sandbox.store.charges.put({ ...charge, amountRefundedMinor: charge.amountRefundedMinor - refund.amountMinor });
    const previousAttributes = { status: refund.status };
    emitEvent(sandbox, { type: 'refund.updated', object: refundToWire(failed), previousAttributes }, null);
    emitEvent(sandbox, { type: 'refund.failed', object: refundToWire(failed) }, null);
    return true;
  });
}
