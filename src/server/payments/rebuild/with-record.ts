import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import type { Deps } from '#server/deps.ts';
import { isId } from '#server/ids.ts';
import { ProviderUnavailable } from '#server/ports/provider.ts';
import { findIntent } from '../settle/queries.ts';

/**
 * Adds the record to an event of a lost PayPal payment, because only the order has the complete record. Other events stay as
 * they are. Throws ProviderUnavailable if PayPal does not respond, so that the event is not quarantined for lack of a record.
 */
export async function withRecord(deps: Deps, event: PaymentEvent): Promise<PaymentEvent> {
  const { provider, record, intentId, sessionId } = event;
  if (provider !== 'paypal' || !deps.paypal || record !== undefined) return event;
  if (intentId === undefined || !isId('int', intentId) || (await findIntent(deps.db.read, event))) return event;
  const fetched = await deps.paypal.fetchOrder(sessionId);
  if (fetched.code === 'unavailable') throw new ProviderUnavailable(fetched.detail);
  if (fetched.code !== 'event') return event;
  const { record: found, payerEmail } = fetched.event;
  return { ...event, record: found, payerEmail: event.payerEmail ?? payerEmail };
}
