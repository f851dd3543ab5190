import type { PaymentStatus } from '#domain/payment/payment-state.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { isId } from '#server/ids.ts';
import { applySessionEvent } from './apply-session-event.ts';
import { captureApproved } from './capture-approved.ts';
import type { FetchedSession } from './card-provider.ts';
import { followInvoice, isBill } from './follow-invoice.ts';
import type { PayPalProvider } from './paypal-provider.ts';

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
  if (isBill(intent.provider_session_id)) return confirmBill(deps, donationId, intent.provider_session_id);
  const fetched = await askProvider(deps, intent, intent.provider_session_id);
  if (fetched.code === 'unavailable') {
    deps.log.warn({ donationId, detail: fetched.detail }, 'the provider could not be asked about a payment');
    return { code: 'found', status: intent.status };
  }
  if (fetched.event) await applySessionEvent(deps, fetched.event);
  const confirmed = await findState(deps, donationId);
  return { code: 'found', status: confirmed?.status ?? intent.status };
}

async function confirmBill(deps: Deps, donationId: string, invoiceId: string): Promise<ConfirmedPayment> {
  await followInvoice(deps, invoiceId);
  const confirmed = await findState(deps, donationId);
  return { code: 'found', status: confirmed?.status ?? 'pending' };
}

type IntentState = Pick<DonationIntentRow, 'id' | 'provider' | 'status' | 'provider_session_id'>;

function askProvider(deps: Deps, intent: IntentState, sessionId: string): Promise<FetchedSession> {
  if (intent.provider === 'stripe') return deps.cards.fetchSession(sessionId);
  return deps.paypal
    ? askPayPal(deps, deps.paypal, { orderId: sessionId, intentId: intent.id })
    : Promise.resolve({ code: 'unavailable', detail: 'PayPal is not offered any more' });
}

/** An order that was approved and not captured is captured: its payer meant to give. */
async function askPayPal(
  deps: Deps,
  paypal: PayPalProvider,
  order: { readonly orderId: string; readonly intentId: string },
): Promise<FetchedSession> {
  const fetched = await paypal.fetchOrder(order.orderId);
  if (fetched.code === 'unavailable') return fetched;
  if (fetched.code === 'open' && fetched.isApproved) await captureApproved(deps, paypal, order);
  return { code: 'fetched', event: fetched.code === 'event' ? fetched.event : undefined };
}

const findState = (deps: Deps, donationId: string): Promise<IntentState | undefined> =>
  deps.db.read
    .selectFrom('donation_intents')
    .select(['id', 'provider', 'status', 'provider_session_id'])
    .where('donation_id', '=', donationId)
    .executeTakeFirst();
