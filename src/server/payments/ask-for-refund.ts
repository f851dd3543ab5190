import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/outbox/enqueue.ts';

/** Has a payment that a card's network holds for fraud given back whole, before it becomes a dispute. The same warning asks once. */
export async function askForRefund(
  deps: Deps,
  warning: { readonly warningId: string; readonly paymentId: string },
): Promise<void> {
  deps.log.warn(warning, 'early fraud warning: the payment will be given back');
  await inTransaction(deps.db, (tx) =>
    enqueue(deps, tx, {
      kind: 'refund_payment',
      dedupeKey: `fraud_warning:${warning.warningId}`,
      payload: { paymentId: warning.paymentId, reason: 'fraudulent' },
    }),
  );
}
