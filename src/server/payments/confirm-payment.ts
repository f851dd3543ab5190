import type { PaymentStatus } from '#domain/payment/payment-state.ts';
import type { Deps } from '#server/deps.ts';
import { isId } from '#server/ids.ts';
import { applyPaymentEvent } from './apply-payment-event.ts';

/** Where a payment stands, or that no gift of ours has this id. */
export type ConfirmedPayment =
  | { readonly code: 'found'; readonly status: PaymentStatus }
  | { readonly code: 'donation_not_found' };

/**
 * The state of a payment by its donation's id. While it is open the provider is asked, and what it says goes through the
 * one door; a provider that does not answer leaves the state as we know it.
 */
export async function confirmPayment(deps: Deps, donationId: string): Promise<ConfirmedPayment> {
  const intent = isId('don', donationId) ? await findState(deps, donationId) : undefined;
  if (!intent) return { code: 'donation_not_found' };
  const isOpen = intent.status === 'pending' || intent.status === 'processing';
  if (!isOpen || intent.provider_session_id === null) return { code: 'found', status: intent.status };
  const fetched = await deps.cards.fetchSession(intent.provider_session_id);
  if (fetched.code === 'unavailable') {
    deps.log.warn({ donationId, detail: fetched.detail }, 'the provider could not be asked about a payment');
    return { code: 'found', status: intent.status };
  }
  if (fetched.event) await applyPaymentEvent(deps, fetched.event);
  const confirmed = await findState(deps, donationId);
  return { code: 'found', status: confirmed?.status ?? intent.status };
}

const findState = (deps: Deps, donationId: string) =>
  deps.db.read
    .selectFrom('donation_intents')
    .select(['status', 'provider_session_id'])
    .where('donation_id', '=', donationId)
    .executeTakeFirst();
