import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import type { FraudWarning, RefundRequest } from './card-provider.ts';
import { endPlanOf } from './end-disputed-plan.ts';
import { findSettledIntent } from './reversal-queries.ts';

/** A refund that somebody asks for; `dedupeKey` names the asking, and the same one is done once. */
export interface AskedRefund extends Pick<RefundRequest, 'paymentId' | 'amount' | 'reason'> {
  readonly provider: PaymentProvider;
  readonly dedupeKey: string;
}

/**
 * Has a payment that a card's network holds for fraud given back whole, before it becomes a dispute, and the monthly gift
 * ended that it belongs to. The same warning asks once.
 */
export async function refundFraud(deps: Deps, warning: FraudWarning): Promise<void> {
  const { warningId, paymentId, isLive, account } = warning;
  if (account !== undefined || isLive !== deps.cards.isLive) {
    deps.log.error(warning, 'early fraud warning of another account or mode: nothing is given back');
    return;
  }
  deps.log.warn(warning, 'early fraud warning: the payment will be given back');
  const provider = 'stripe';
  const dedupeKey = `fraud_warning:${warningId}`;
  await inTransaction(deps.db, async (tx) => {
    await askForRefund(deps, tx, { provider, paymentId, amount: undefined, reason: 'fraudulent', dedupeKey });
    const intent = await findSettledIntent(tx, { provider, paymentId });
    if (intent) await endPlanOf(deps, tx, intent, warningId);
  });
}

/** Puts a refund into the outbox, inside the caller's transaction. */
export async function askForRefund(
  deps: Deps,
  tx: Tx,
  { provider, paymentId, amount, reason, dedupeKey }: AskedRefund,
): Promise<void> {
  const sum = amount ? { amountMinor: String(amount.amountMinor), currency: amount.currency } : {};
  await enqueue(deps, tx, {
    kind: 'refund_payment',
    dedupeKey,
    payload: { provider, paymentId, reason, ...sum },
  });
}
