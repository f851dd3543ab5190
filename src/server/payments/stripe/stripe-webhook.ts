import type Stripe from 'stripe';
import * as z from 'zod/mini';
import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import type { WebhookReading } from '#server/ports/card-provider.ts';
import { lenientOptional, parseResponse, storableText } from '../provider-response.ts';
import { readReversalMessage } from './reversal-event.ts';
import { factOfSession, parseSession, toPaymentEvent } from './session-event.ts';
import { instantSchema, sourceOfMessage } from './stripe-responses.ts';

/** Verifies the signature over the raw body, then translates the message. */
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
    return { code: 'invalid_signature' }; // the SDK throws for a wrong, old or missing signature and for broken JSON
  }
  try {
    return readMessage(message);
  } catch (error) {
    if (error instanceof TypeError) return { code: 'unreadable', detail: error.message };
    throw error;
  }
}

const toleranceSeconds = 300; // the greatest age of a signature that we accept

function readMessage(message: Stripe.Event): WebhookReading {
  const event = translateMessage(message);
  if (event) return { code: 'event', event };
  return (
    readReversalMessage(message) ??
    readDecline(message) ??
    readPlanMessage(message) ??
    readFraudWarning(message) ?? { code: 'ignored', type: message.type }
  );
}

/** Translates a message about a payment into an event; `undefined` for other messages. Throws TypeError if it is unreadable. */
export function translateMessage(message: Stripe.Event): PaymentEvent | undefined {
  parseResponse(messageSchema, message, 'message');
  if (!(paymentMessages as readonly string[]).includes(message.type)) return undefined;
  const session = parseSession(message.data.object);
  const hasFailed = message.type === 'checkout.session.async_payment_failed'; // the session itself looks as if it were processing
  const fact = hasFailed ? ({ kind: 'failed' } as const) : factOfSession(session);
  return fact && toPaymentEvent(session, fact, sourceOfMessage(message));
}

/** The types of messages that carry facts about payments. */
export const paymentMessages = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
] as const;

/** The fields that we read of every message. */
const messageSchema = z.object({
  id: storableText,
  type: z.string(),
  created: instantSchema,
  livemode: z.boolean(),
  account: z.nullish(z.string()),
  data: z.object({ object: z.looseObject({}) }),
});

const declinedSchema = z.object({
  id: storableText,
  metadata: lenientOptional(z.record(z.string(), storableText)),
  payment_details: lenientOptional(z.looseObject({ order_reference: lenientOptional(storableText) })),
});

/** Reads a declined card. Ignores a declined renewal: it had no open page, and its invoice reports the decline. */
function readDecline(message: Stripe.Event): WebhookReading | undefined {
  if (message.type !== 'payment_intent.payment_failed') return undefined;
  const payment = parseResponse(declinedSchema, message.data.object, 'payment intent');
  const { eventId: declineId, occurredAt, isLive, account } = sourceOfMessage(message);
  const intentId = payment.metadata?.['intent_id'];
  const reference = payment.payment_details?.order_reference;
  const sessionIdStart = reference?.startsWith('cs_') === true ? reference : undefined;
  const hasPage = intentId !== undefined || sessionIdStart !== undefined;
  if (!hasPage || account !== undefined) return undefined;
  return { code: 'decline', decline: { provider: 'stripe', declineId, intentId, sessionIdStart, occurredAt }, isLive };
}

const planObjectSchema = z.object({ id: storableText, object: z.enum(['subscription', 'invoice']) });

/** Reads a message about a plan. Messages arrive in any order, so a message only says what to fetch. */
function readPlanMessage(message: Stripe.Event): WebhookReading | undefined {
  const isAboutPlan = message.type.startsWith('customer.subscription.') || invoiceMessages.has(message.type);
  if (!isAboutPlan) return undefined;
  const { id, object } = parseResponse(planObjectSchema, message.data.object, 'subscription or invoice');
  return object === 'subscription' ? { code: 'subscription', subscriptionId: id } : { code: 'invoice', invoiceId: id };
}

const invoiceMessages: ReadonlySet<string> = new Set([
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.marked_uncollectible',
]);

const warningSchema = z.object({
  id: storableText,
  actionable: z.boolean(),
  payment_intent: z.nullish(storableText),
});

/** A warning is actionable while its payment is neither refunded nor disputed. */
function readFraudWarning(message: Stripe.Event): WebhookReading | undefined {
  if (message.type !== 'radar.early_fraud_warning.created') return undefined;
  const { data: warning } = warningSchema.safeParse(message.data.object);
  if (!warning?.actionable || !warning.payment_intent) return undefined;
  const { isLive, account } = sourceOfMessage(message);
  return { code: 'fraud_warning', warningId: warning.id, paymentId: warning.payment_intent, isLive, account };
}
