import type Stripe from 'stripe';
import * as z from 'zod/mini';
import type { PaymentEvent, PaymentFact } from '#domain/payment/payment-event.ts';
import type { WebhookReading } from '#server/payments/card-provider.ts';
import { assertSession } from './assert-session.ts';
import { factOfSession, toPaymentEvent } from './session-event.ts';
import { translateReversal } from './reversal-message.ts';
import { instantSchema, textSchema } from './wire-values.ts';

/** Reads a webhook: signature over the raw body (5 minutes of tolerance), then translation into our event. */
export function readStripeWebhook(
  stripe: Stripe,
  webhookSecret: string,
  rawBody: Buffer,
  signature: string | undefined,
): WebhookReading {
  if (!signature) return { code: 'invalid_signature' };
  let message: Stripe.Event;
  try {
    message = stripe.webhooks.constructEvent(rawBody, signature, webhookSecret, toleranceSeconds);
  } catch {
    return { code: 'invalid_signature' }; // the SDK says a wrong, old or missing signature, and broken JSON, by throwing
  }
  try {
    return readMessage(message);
  } catch (error) {
    if (error instanceof TypeError) return { code: 'unreadable', detail: error.message };
    throw error;
  }
}

const toleranceSeconds = 300;

function readMessage(message: Stripe.Event): WebhookReading {
  const event = translateMessage(message);
  if (event) return { code: 'event', event };
  const reversal = translateReversal(message);
  if (reversal) return { code: 'reversal', event: reversal };
  return readPlanMessage(message) ?? readFraudWarning(message) ?? { code: 'ignored', type: message.type };
}

const planObjectSchema = z.object({ id: textSchema, object: z.enum(['subscription', 'invoice']) });

/** A message about monthly charges says only what to ask for again: such messages come in any order. */
function readPlanMessage(message: Stripe.Event): WebhookReading | undefined {
  const isAboutPlan = message.type.startsWith('customer.subscription.') || billMessages.has(message.type);
  if (!isAboutPlan) return undefined;
  const { data: named, error } = planObjectSchema.safeParse(message.data.object);
  if (error) throw new TypeError(`${message.type} names neither a subscription nor an invoice`);
  return named.object === 'subscription'
    ? { code: 'subscription', subscriptionId: named.id }
    : { code: 'invoice', invoiceId: named.id };
}

const billMessages: ReadonlySet<string> = new Set([
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.marked_uncollectible',
]);

const warningSchema = z.object({ id: textSchema, actionable: z.boolean(), payment_intent: z.nullish(textSchema) });

/** Only a warning that can still be acted on says anything: the payment is neither given back nor disputed yet. */
function readFraudWarning(message: Stripe.Event): WebhookReading | undefined {
  if (message.type !== 'radar.early_fraud_warning.created') return undefined;
  const { data: warning } = warningSchema.safeParse(message.data.object);
  const paymentId = warning?.payment_intent ?? undefined;
  if (!warning?.actionable || paymentId === undefined) return undefined;
  return {
    code: 'fraud_warning',
    warningId: warning.id,
    paymentId,
    isLive: message.livemode,
    account: message.account ?? undefined,
  };
}

/** What the product reads of every message; the rest may be anything. */
const messageSchema = z.object({
  id: textSchema,
  type: z.string(),
  created: instantSchema,
  livemode: z.boolean(),
  account: z.nullish(z.string()),
  data: z.object({ object: z.looseObject({}) }),
});

/** The fact about a payment of ours that a message tells, if it tells one. Throws TypeError for what is no message of Stripe's. */
export function translateMessage(message: Stripe.Event): PaymentEvent | undefined {
  const { error } = messageSchema.safeParse(message);
  if (error) throw new TypeError(`this is no message of Stripe's: ${error.issues[0]?.path.join('.') ?? ''}`);
  const session = sessionOf(message);
  if (session) assertSession(session);
  const fact = session && factOf(message, session);
  if (!session || !fact) return undefined;
  const source = {
    eventId: message.id,
    occurredAt: new Date(message.created * 1000),
    isLive: message.livemode,
    account: message.account ?? undefined,
  };
  return toPaymentEvent(session, fact, source);
}

/** Names of the messages that tell facts about payments. */
export const factMessages = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
] as const;

function sessionOf(message: Stripe.Event): Stripe.Checkout.Session | undefined {
  switch (message.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return message.data.object;
    default:
      return undefined;
  }
}

/** A failed bank debit leaves the session complete and unpaid, so only the message's name tells it from one on its way. */
const factOf = (message: Stripe.Event, session: Stripe.Checkout.Session): PaymentFact | undefined =>
  message.type === 'checkout.session.async_payment_failed' ? { kind: 'failed' } : factOfSession(session);
