import type { Sandbox } from '../sandbox.ts';
import type { BalanceTransactionRecord, RefundRecord } from '../state/records.ts';
import { newId } from '../stripe/ids.ts';
import { refundToWire } from '../stripe-wire/refund.ts';
import { emitEvent } from './emit-event.ts';

/** Has the bank send a refund back, days after it was made. Returns false when there is none, or when it failed before. */
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
