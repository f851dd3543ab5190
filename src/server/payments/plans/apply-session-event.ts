import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import type { Deps } from '#server/deps.ts';
import { applyPaymentEvent, type AppliedEvent } from '../settle/apply-payment-event.ts';
import { withRecord } from '../rebuild/with-record.ts';
import { followInvoice } from './follow-invoice.ts';
import { followSubscription } from './follow-subscription.ts';

/**
 * Applies the event of a checkout; if a PayPal payment is lost, the event gets its record. A monthly checkout only says that
 * the plan has started: its first invoice is the payment.
 */
export async function applySessionEvent(deps: Deps, event: PaymentEvent): Promise<AppliedEvent> {
  const applied = await applyPaymentEvent(deps, await withRecord(deps, event));
  if (!event.subscription || applied.code === 'quarantined') return applied;
  const { subscriptionId, invoiceId } = event.subscription;
  if (invoiceId === undefined) await followSubscription(deps, subscriptionId);
  else await followInvoice(deps, invoiceId);
  return applied;
}
