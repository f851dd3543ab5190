import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import type { Deps } from '#server/deps.ts';
import { applyPaymentEvent } from './settle/apply-payment-event.ts';
import { findIntentBySession } from './settle/queries.ts';

/**
 * Fetches the order behind a settled PayPal payment whose message names no payer, as PayPal's messages about captures do not.
 * Applying the order's state stores the guest's address. Without an answer the receipt has no recipient, and the donation
 * stands.
 */
export async function learnPayer(deps: Deps, event: PaymentEvent): Promise<void> {
  if (event.provider !== 'paypal' || event.payerEmail !== undefined) return;
  const intent = await findIntentBySession(deps.db.read, event.sessionId);
  if (!deps.paypal || intent?.donor_id !== null) return;
  const fetched = await deps.paypal.fetchOrder(event.sessionId);
  if (fetched.code === 'event') await applyPaymentEvent(deps, fetched.event);
  else deps.log.warn({ intentId: intent.id, outcome: fetched.code }, 'cannot fetch the payer of a PayPal order');
}
