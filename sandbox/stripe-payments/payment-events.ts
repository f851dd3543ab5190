import type { Origin, Sandbox } from '../sandbox.ts';
import type { ChargeRecord, CheckoutSessionRecord, PaymentIntentRecord } from '../state/records.ts';
import { chargeToWire } from '../stripe-wire/charge.ts';
import { checkoutSessionToWire } from '../stripe-wire/checkout-session.ts';
import { paymentIntentToWire } from '../stripe-wire/payment-intent.ts';
import { emitEvent } from './emit-event.ts';

/** Stores the payment intent and tells of it. */
export function savePaymentIntent(sandbox: Sandbox, intent: PaymentIntentRecord, ...deeds: string[]): void {
  sandbox.store.paymentIntents.put(intent);
  for (const deed of deeds) {
    emitEvent(
      sandbox,
      { type: `payment_intent.${deed}`, object: paymentIntentToWire(intent, sandbox.config.publicUrl) },
      null,
    );
  }
}

/** Stores the charge and tells of it. */
export function saveCharge(
  sandbox: Sandbox,
  charge: ChargeRecord,
  deed: string,
  previousAttributes?: Readonly<Record<string, unknown>>,
): void {
  sandbox.store.charges.put(charge);
  const content = { type: `charge.${deed}`, object: chargeToWire(charge) };
  emitEvent(sandbox, previousAttributes === undefined ? content : { ...content, previousAttributes }, null);
}

/** Stores the session and tells of it. Returns the event's id, or null when a fault swallowed the event. */
export function saveCheckoutSession(
  sandbox: Sandbox,
  session: CheckoutSessionRecord,
  deed: string,
  origin: Origin | null = null,
): string | null {
  sandbox.store.checkoutSessions.put(session);
  const object = checkoutSessionToWire(session, sandbox.config.publicUrl);
  return emitEvent(sandbox, { type: `checkout.session.${deed}`, object }, origin);
}
