import * as z from 'zod/mini';
import type { PaymentEvent, PaymentFact } from '#domain/payment/payment-event.ts';
import {
  derivedEventId,
  lenientOptional,
  parseResponse,
  payerEmailSchema,
  storableText,
} from '../provider-response.ts';
import { recordIn } from './record-metadata.ts';
import { idOf, instantSchema, referenceSchema, toMoney, type FactSource } from './stripe-responses.ts';

/** The fields of a checkout session that we read. */
const sessionSchema = z.object({
  id: storableText,
  object: z.literal('checkout.session'),
  status: z.nullable(z.string()),
  payment_status: z.string(),
  amount_total: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  livemode: z.boolean(),
  created: z.optional(instantSchema),
  expires_at: z.optional(instantSchema),
  url: z.nullish(z.string()),
  payment_intent: z.nullish(
    z.union([
      storableText,
      z.looseObject({
        id: storableText,
        latest_charge: z.nullish(z.union([storableText, z.looseObject({ created: instantSchema })])),
      }),
    ]),
  ),
  mode: z.optional(z.string()),
  subscription: z.nullish(referenceSchema),
  invoice: z.nullish(referenceSchema),
  metadata: z.nullish(z.record(z.string(), storableText)),
  customer_details: lenientOptional(z.looseObject({ email: payerEmailSchema })),
});

export type Session = z.infer<typeof sessionSchema>;

/** Parses a checkout session. Throws TypeError for anything else. */
export const parseSession = (response: unknown): Session => parseResponse(sessionSchema, response, 'checkout session');

/**
 * Translates the state of a fetched session into an event. The event's id is derived from that state, so the same state is the
 * same event.
 */
export function stateOfSession(response: unknown): PaymentEvent | undefined {
  const session = parseSession(response);
  const fact = factOfSession(session);
  if (!fact) return undefined;
  return toPaymentEvent(session, fact, {
    eventId: derivedEventId(session.id, fact.kind),
    occurredAt: changedAt(session),
    isLive: session.livemode,
    account: undefined,
  });
}

export function toPaymentEvent(session: Session, fact: PaymentFact, source: FactSource): PaymentEvent {
  const { payment_intent: payment, subscription, invoice } = session;
  return {
    provider: 'stripe',
    eventId: source.eventId,
    occurredAt: source.occurredAt,
    isLive: source.isLive,
    account: source.account,
    sessionId: session.id,
    paymentId: payment ? idOf(payment) : undefined,
    intentId: session.metadata?.['intent_id'],
    payerEmail: session.customer_details?.email,
    record: recordIn(session.metadata, 'donation'),
    ...(subscription
      ? { subscription: { subscriptionId: idOf(subscription), invoiceId: invoice ? idOf(invoice) : undefined } }
      : {}),
    fact,
  };
}

/**
 * Reads the fact from a session's own fields; `undefined` if the donor has not finished. Only `payment_status: paid` means
 * settled. A complete but unpaid session is processing (bank debit). So is a subscription's complete session, because its
 * invoice reports the money.
 */
export function factOfSession(session: Session): PaymentFact | undefined {
  const { amount_total: amountMinor, currency } = session;
  if (session.payment_status === 'paid' && session.mode !== 'subscription') {
    const collected = amountMinor === null || currency === null ? undefined : toMoney(amountMinor, currency);
    return { kind: 'settled', collected };
  }
  if (session.status === 'complete') return { kind: 'processing' };
  return session.status === 'expired' ? { kind: 'expired' } : undefined;
}

/** Returns when the session reached its state: the time of the charge, the end of its lifetime, or else its creation. */
function changedAt({ id, payment_intent: payment, status, created, expires_at: expiresAt }: Session): Date {
  const charge = typeof payment === 'object' ? payment?.latest_charge : undefined;
  const unpaidAt = status === 'expired' ? expiresAt : created;
  const seconds = typeof charge === 'object' && charge ? charge.created : unpaidAt;
  if (seconds === undefined) throw new TypeError(`session ${id} has no time`);
  return new Date(seconds * 1000);
}
