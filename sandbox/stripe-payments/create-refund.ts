import type { Origin, Sandbox } from '../sandbox.ts';
import type { BalanceTransactionRecord, ChargeRecord, Metadata, RefundRecord } from '../state/records.ts';
import { newId } from '../stripe/ids.ts';
import { StripeError, invalidParameter } from '../stripe/stripe-error.ts';
import { chargeToWire } from '../stripe-wire/charge.ts';
import { refundToWire } from '../stripe-wire/refund.ts';
import { decideDispute } from './dispute.ts';
import { emitEvent } from './emit-event.ts';

/** What to give back; without an amount, all that is left. */
export interface RefundRequest {
  readonly charge: ChargeRecord;
  readonly amountMinor: number | null;
  readonly reason: string | null;
  readonly metadata: Metadata;
}

/** Gives money back. Throws a StripeError when the charge has less left than asked for, or was never paid. */
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
  const left = charge.amountMinor - charge.amountRefundedMinor;
  if (charge.status !== 'succeeded') {
    throw new StripeError(400, 'invalid_request_error', `Charge ${charge.id} has not been paid.`, {
      code: 'charge_not_refundable',
    });
  }
  const dispute = sandbox.store.disputes.get(charge.disputeId ?? '');
  if (dispute?.status === 'needs_response' || dispute?.status === 'lost') {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw new StripeError(400, 'invalid_request_error', message, { code: 'charge_disputed' });
  }
  if (left === 0) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw new StripeError(400, 'invalid_request_error', message, { code: 'charge_already_refunded' });
  }
  if (amountMinor !== null && amountMinor > left) {
    const message = `Refund amount (${amountMinor}) is greater than unrefunded amount on charge (${left}).`;
    throw invalidParameter('amount', 'amount_too_large', message);
  }
  return amountMinor ?? left;
}
