import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { PaymentStatus } from '#domain/payment/payment-state.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { isId } from '#server/ids.ts';
import type { FetchedSession } from '#server/ports/card-provider.ts';
import { captureForDonor } from './capture-order.ts';
import { findRefusals } from './paypal-refusals.ts';
import { quarantineUnreadable } from './quarantine-unreadable.ts';
import { applySessionEvent } from './plans/apply-session-event.ts';
import { followInvoice, isInvoice } from './plans/follow-invoice.ts';

type ConfirmedPayment =
  | { readonly code: 'found'; readonly status: PaymentStatus }
  | { readonly code: 'donation_not_found' };

/**
 * Finds the status of a payment by its donation's id. While the payment is open, the provider's current state is fetched and
 * applied first; if the provider does not respond, the status is the last one that we know.
 */
export async function confirmPayment(deps: Deps, donationId: string): Promise<ConfirmedPayment> {
  const intent = isId('don', donationId) ? await findIntentState(deps, donationId) : undefined;
  if (!intent) return { code: 'donation_not_found' };
  const isOpen = intent.status === 'pending' || intent.status === 'processing';
  if (!isOpen || intent.provider_session_id === null) return { code: 'found', status: intent.status };
  if (isInvoice(intent.provider_session_id)) await followInvoice(deps, intent.provider_session_id);
  else await confirmSession(deps, donationId, intent, intent.provider_session_id);
  const confirmed = (await findIntentState(deps, donationId)) ?? intent;
  return { code: 'found', status: (await isDeclined(deps, confirmed)) ? 'failed' : confirmed.status };
}

/**
 * Returns true if PayPal declined or refused the last capture. The intent stays pending, because the payer can still pay the
 * order, but the donor must not wait for this attempt.
 */
const isDeclined = async (deps: Deps, { id, status, provider }: IntentState): Promise<boolean> =>
  status === 'pending' && provider === 'paypal' && (await findRefusals(deps.db.read, id)).isDeclined;

type IntentState = Pick<DonationIntentRow, 'id' | 'provider' | 'status' | 'provider_session_id'>;

const findIntentState = (deps: Deps, donationId: string): Promise<IntentState | undefined> =>
  deps.db.read
    .selectFrom('donation_intents')
    .select(['id', 'provider', 'status', 'provider_session_id'])
    .where('donation_id', '=', donationId)
    .executeTakeFirst();

async function confirmSession(deps: Deps, donationId: string, intent: IntentState, sessionId: string): Promise<void> {
  const fetched = await fetchState[intent.provider](deps, { sessionId, intentId: intent.id });
  if (fetched.code === 'unavailable') deps.log.warn({ donationId, detail: fetched.detail }, 'cannot fetch a payment');
  else if (fetched.event) await applySessionEvent(deps, fetched.event);
}

type FetchState = (
  deps: Deps,
  payment: { readonly sessionId: string; readonly intentId: string },
) => Promise<FetchedSession>;

const fetchState: Readonly<Record<PaymentProvider, FetchState>> = {
  stripe: ({ cards }, { sessionId }) => cards.fetchSession(sessionId),
  paypal: fetchOrder,
};

/** Fetches an order's state, and captures the order if the payer has approved it. */
async function fetchOrder(
  deps: Deps,
  { sessionId: orderId, intentId }: { readonly sessionId: string; readonly intentId: string },
): Promise<FetchedSession> {
  const { paypal } = deps;
  if (!paypal) return { code: 'unavailable', detail: 'PayPal is no longer offered' };
  const fetched = await paypal.fetchOrder(orderId);
  if (fetched.code === 'unavailable') return fetched;
  if (fetched.code === 'unreadable') await quarantineUnreadable(deps, { subjectId: orderId, detail: fetched.detail });
  if (fetched.code === 'open' && fetched.isApproved) await captureForDonor(deps, paypal, { orderId, intentId });
  return { code: 'fetched', event: fetched.code === 'event' ? fetched.event : undefined };
}
