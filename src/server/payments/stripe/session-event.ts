import type Stripe from 'stripe';
import { money } from '#domain/money/money.ts';
import { isCurrencyCode } from '#domain/money/currency.ts';
import type { PaymentEvent, PaymentFact } from '#domain/payment/payment-event.ts';
import { assertSession } from './assert-session.ts';

/** Where a fact was learned: a message of the provider, or the session itself when we asked for it. */
export interface FactSource {
  readonly eventId: string;
  readonly occurredAt: Date;
  readonly isLive: boolean;
  /** Account that a message came from, when it is not our own. */
  readonly account: string | undefined;
}

/** A checkout session's state as our event. Its facts come from the session's own fields, never from the name of the message. */
export function toPaymentEvent(session: Stripe.Checkout.Session, fact: PaymentFact, source: FactSource): PaymentEvent {
  return {
    provider: 'stripe',
    eventId: source.eventId,
    occurredAt: source.occurredAt,
    isLive: source.isLive,
    account: source.account,
    sessionId: session.id,
    paymentId: paymentIdOf(session),
    intentId: session.metadata?.['intent_id'],
    ...subscriptionOf(session),
    fact,
  };
}

/** A session that begins monthly charges names the subscription and its first bill, once there are any. */
function subscriptionOf({ subscription, invoice }: Stripe.Checkout.Session): Pick<PaymentEvent, 'subscription'> {
  const subscriptionId = typeof subscription === 'string' ? subscription : subscription?.id;
  const invoiceId = typeof invoice === 'string' ? invoice : (invoice?.id ?? undefined);
  return subscriptionId === undefined ? {} : { subscription: { subscriptionId, invoiceId } };
}

/** A session names its payment by id, or shows it whole when we asked for that. */
const paymentIdOf = ({ payment_intent: payment }: Stripe.Checkout.Session): string | undefined =>
  (typeof payment === 'string' ? payment : payment?.id) ?? undefined;

/**
 * What a session says about its payment. Only `payment_status: paid` is money; a completed but unpaid session is on its
 * way (bank debit). `undefined` while the donor has not finished. Currencies we do not know are kept as unreadable sums,
 * which the comparison with the intent refuses.
 */
export function factOfSession(session: Stripe.Checkout.Session): PaymentFact | undefined {
  const isMoney = session.payment_status === 'paid' && session.mode !== 'subscription'; // monthly money is the bill's to tell
  if (isMoney) return settledFact(session);
  if (session.status === 'complete') return { kind: 'processing' };
  return session.status === 'expired' ? { kind: 'expired' } : undefined;
}

function settledFact(session: Stripe.Checkout.Session): PaymentFact {
  const currency = (session.currency ?? '').toUpperCase();
  if (session.amount_total === null || !isCurrencyCode(currency)) return { kind: 'settled', collected: undefined };
  return { kind: 'settled', collected: money(session.amount_total, currency) };
}

/**
 * What a session says when we ask for it, as an event. The same state asked for twice is the same event: its id is made of
 * the session and what it says. Throws TypeError for an answer that is no session.
 */
export function stateOfSession(session: Stripe.Checkout.Session): PaymentEvent | undefined {
  assertSession(session);
  const fact = factOfSession(session);
  if (!fact) return undefined;
  const source = {
    eventId: `asked:${session.id}:${fact.kind}`,
    occurredAt: new Date(happenedAt(session) * 1000),
    isLive: session.livemode,
    account: undefined,
  };
  return toPaymentEvent(session, fact, source);
}

/** When a session reached its state, in seconds: the charge's time for money, the end of its lifetime for an expiry. */
function happenedAt(session: Stripe.Checkout.Session): number {
  const intent = session.payment_intent;
  const charge = intent && typeof intent === 'object' ? intent.latest_charge : undefined;
  if (charge && typeof charge === 'object') return charge.created;
  return session.status === 'expired' ? session.expires_at : session.created;
}
