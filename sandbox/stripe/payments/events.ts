import { takeWebhookFault } from '#sandbox/faults.ts';
import type { Origin, Sandbox } from '#sandbox/sandbox.ts';
import { planDelivery } from '#sandbox/webhooks/deliveries.ts';
import type { EventRecord } from '#sandbox/records.ts';
import { newId } from '../ids.ts';
import type { ChargeRecord, CheckoutSessionRecord, PaymentIntentRecord } from '../records.ts';
import { chargeToWire } from '../wire/charge.ts';
import { checkoutSessionToWire } from '../wire/checkout-session.ts';
import { paymentIntentToWire } from '../wire/payment-intent.ts';

/** Stores the payment intent and emits an event. */
export function savePaymentIntent(sandbox: Sandbox, intent: PaymentIntentRecord, event: string): void {
  sandbox.store.paymentIntents.put(intent);
  const object = paymentIntentToWire(intent, sandbox.config.publicUrl);
  emitEvent(sandbox, { type: `payment_intent.${event}`, object }, null);
}

/** Stores the charge and emits an event. */
export function saveCharge(
  sandbox: Sandbox,
  charge: ChargeRecord,
  event: string,
  previousAttributes?: Readonly<Record<string, unknown>>,
): void {
  sandbox.store.charges.put(charge);
  const content = { type: `charge.${event}`, object: chargeToWire(charge) };
  emitEvent(sandbox, previousAttributes === undefined ? content : { ...content, previousAttributes }, null);
}

/** Stores the session and emits an event. Returns the event's id, or null when a fault suppressed it. */
export function saveCheckoutSession(
  sandbox: Sandbox,
  session: CheckoutSessionRecord,
  event: string,
  origin: Origin | null = null,
): string | null {
  sandbox.store.checkoutSessions.put(session);
  const object = checkoutSessionToWire(session, sandbox.config.publicUrl);
  return emitEvent(sandbox, { type: `checkout.session.${event}`, object }, origin);
}

/** The content of an event: its type, the current object, and the previous values of changed properties. */
export interface EventContent {
  readonly type: string;
  readonly object: object;
  readonly previousAttributes?: Readonly<Record<string, unknown>>;
}

/**
 * Stores an event and schedules its webhook. Call it inside the transaction of the change.
 * Returns the event's id, or null when an armed fault suppressed the event.
 */
export function emitEvent(sandbox: Sandbox, content: EventContent, origin: Origin | null): string | null {
  const fault = sandbox.webhooks.hasTarget({}) ? takeWebhookFault(sandbox.store, content.type) : undefined;
  if (fault?.kind === 'never_generate') return null;
  const event: EventRecord = {
    id: newId.event(),
    created: sandbox.clock.nowSeconds(),
    type: content.type,
    objectJson: JSON.stringify(content.object),
    previousAttributes: content.previousAttributes ?? null,
    requestId: origin?.requestId ?? null,
    idempotencyKey: origin?.idempotencyKey ?? null,
    livemode: false,
    account: null,
    isListed: true,
  };
  sandbox.store.events.put(event);
  planDelivery(sandbox, event, fault);
  return event.id;
}
