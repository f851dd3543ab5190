import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { applySessionEvent } from './plans/apply-session-event.ts';
import { followInvoice } from './plans/follow-invoice.ts';

/** The payment that a quarantined message names. */
interface NamedPayment {
  readonly provider: PaymentProvider;
  readonly sessionId: string | undefined;
  readonly invoiceId: string | undefined;
}

/**
 * Fetches a payment from its provider and applies its state through the single entry point. A payment that is missing in our
 * records is rebuilt from its record at the provider, as after a restore, if everything matches now. Does nothing if the
 * message names neither a session nor an invoice.
 */
export async function fetchAgain(
  deps: Deps,
  { provider, sessionId, invoiceId }: NamedPayment,
): Promise<'done' | 'unavailable'> {
  if (invoiceId !== undefined) {
    const { code } = await followInvoice(deps, invoiceId);
    return code === 'unavailable' ? 'unavailable' : 'done';
  }
  if (sessionId === undefined) return 'done';
  const fetched =
    provider === 'stripe' ? await deps.cards.fetchSession(sessionId) : await deps.paypal?.fetchOrder(sessionId);
  if (!fetched || fetched.code === 'unavailable') return 'unavailable';
  const event = 'event' in fetched ? fetched.event : undefined;
  if (event) await applySessionEvent(deps, event);
  return 'done';
}

/** Finds the donation of a payment that has settled in our records; undefined if there is none. */
export async function findDonationOfPayment(
  db: Queryable,
  payment: {
    readonly provider: PaymentProvider;
    readonly paymentId: string | undefined;
    readonly sessionId: string | undefined;
  },
): Promise<string | undefined> {
  const { provider, paymentId, sessionId } = payment;
  if (paymentId === undefined && sessionId === undefined) return undefined;
  const intent = await db
    .selectFrom('donation_intents')
    .select('donation_id')
    .where('provider', '=', provider)
    .where('status', '=', 'settled')
    .where((e) =>
      e.or([
        ...(paymentId === undefined ? [] : [e('provider_payment_id', '=', paymentId)]),
        ...(sessionId === undefined ? [] : [e('provider_session_id', '=', sessionId)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return intent?.donation_id;
}
