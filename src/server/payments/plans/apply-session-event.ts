import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import type { Deps } from '#server/deps.ts';
import { applyPaymentEvent, type AppliedEvent } from '../settle/apply-payment-event.ts';
import { findIntentBySession } from '../settle/queries.ts';
import { followInvoice } from './follow-invoice.ts';
import { followSubscription } from './follow-subscription.ts';

/**
 * Applies the event of a checkout. A monthly checkout only says that the plan has started: its first invoice is the payment.
 * The payer of a settled PayPal order is fetched when the message names none.
 */
export async function applySessionEvent(deps: Deps, event: PaymentEvent): Promise<AppliedEvent> {
  const applied = await applyPaymentEvent(deps, event);
  if (applied.code === 'settled') await fetchPayer(deps, event);
  if (!event.subscription || applied.code === 'quarantined') return applied;
  const { subscriptionId, invoiceId } = event.subscription;
  if (invoiceId === undefined) await followSubscription(deps, subscriptionId);
  else await followInvoice(deps, invoiceId);
  return applied;
}

/**
 * PayPal's messages about captures name no payer. Applying the order's state stores the guest's email address. Without an
 * answer from PayPal, the receipt has no recipient.
 */
async function fetchPayer(deps: Deps, event: PaymentEvent): Promise<void> {
  if (event.provider !== 'paypal' || event.payerEmail !== undefined) return;
  const intent = await findIntentBySession(deps.db.read, event.sessionId);
  if (!deps.paypal || intent?.donor_id !== null) return;
  const fetched = await deps.paypal.fetchOrder(event.sessionId);
  if (fetched.code === 'event') await applyPaymentEvent(deps, fetched.event);
  else deps.log.warn({ intentId: intent.id, outcome: fetched.code }, 'cannot fetch the payer of a PayPal order');
}
