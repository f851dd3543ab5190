import type { Origin, Sandbox } from '../sandbox.ts';
import type { SubscriptionRecord } from '../state/billing-records.ts';
import { saveInvoice, saveSubscription } from './billing-events.ts';

/** Ends a subscription for good. A bill that is still open stays so, and nothing tries to collect it any more. */
export function endSubscription(
  sandbox: Sandbox,
  subscription: SubscriptionRecord,
  reason: NonNullable<SubscriptionRecord['endReason']>,
  origin: Origin | null = null,
): SubscriptionRecord {
  const now = sandbox.clock.nowSeconds();
  stopCollecting(sandbox, subscription);
  const ended: SubscriptionRecord = {
    ...subscription,
    status: 'canceled',
    canceledAt: subscription.canceledAt ?? now,
    endedAt: now,
    endReason: reason,
  };
  return saveSubscription(sandbox, ended, 'deleted', { origin });
}

function stopCollecting(sandbox: Sandbox, { latestInvoiceId }: SubscriptionRecord): void {
  const invoice = sandbox.store.invoices.get(latestInvoiceId);
  if (invoice?.status !== 'open' || invoice.nextAttemptAt === null) return;
  const previousAttributes = { auto_advance: true, next_payment_attempt: invoice.nextAttemptAt };
  saveInvoice(sandbox, { ...invoice, nextAttemptAt: null }, ['updated'], { previousAttributes });
}
