import type Stripe from 'stripe';
import * as z from 'zod/mini';
import type { ReversalEvent, ReversalFact } from '#domain/payment/reversal.ts';
import type { WebhookReading } from '#server/ports/card-provider.ts';
import { derivedEventId, parseResponse, storableText } from '../provider-response.ts';
import { idOf, instantSchema, referenceSchema, sourceOfMessage, toMoney, type FactSource } from './stripe-responses.ts';

const refundMessages: ReadonlySet<string> = new Set(['refund.created', 'refund.updated', 'refund.failed']);

const disputeMessages: ReadonlySet<string> = new Set([
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
]);

/** The fields of a refund that we read. */
const refundSchema = z.object({
  id: storableText,
  object: z.literal('refund'),
  amount: z.int().check(z.gte(0)),
  currency: z.string(),
  status: z.nullish(z.string()),
  created: instantSchema,
  payment_intent: z.nullish(referenceSchema),
});

type Refund = z.infer<typeof refundSchema>;

const namedDisputeSchema = z.object({ id: storableText, object: z.literal('dispute') });

/**
 * Translates a message about a refund into an event, or returns the dispute that a message names; `undefined` for other
 * messages, and for refunds without a payment intent. Throws TypeError for an unreadable object.
 */
export function readReversalMessage(message: Stripe.Event): WebhookReading | undefined {
  const source = sourceOfMessage(message);
  if (disputeMessages.has(message.type)) {
    const { id: disputeId } = parseResponse(namedDisputeSchema, message.data.object, 'dispute');
    const { eventId, isLive, account } = source;
    return { code: 'dispute', eventId, disputeId, isLive, account };
  }
  if (!refundMessages.has(message.type)) return undefined;
  const refund = parseResponse(refundSchema, message.data.object, 'refund');
  const event = toReversalEvent(refund, factOf(refund.status), source);
  return event && { code: 'reversal', event };
}

/**
 * Translates the state of a fetched refund into an event. The event's id is derived from that state, so the same state is the
 * same event. Throws TypeError for an unreadable object.
 */
export function stateOfRefund(response: unknown, isLive: boolean): ReversalEvent | undefined {
  const refund = parseResponse(refundSchema, response, 'refund');
  const fact = factOf(refund.status);
  return toReversalEvent(refund, fact, {
    eventId: derivedEventId(refund.id, fact ?? `status ${refund.status}`),
    occurredAt: new Date(refund.created * 1000),
    isLive,
    account: undefined,
  });
}

function toReversalEvent(
  refund: Refund,
  fact: ReversalFact | undefined,
  source: FactSource,
): ReversalEvent | undefined {
  if (!refund.payment_intent) return undefined;
  return {
    ...source,
    provider: 'stripe',
    reversalId: refund.id,
    kind: 'refund',
    paymentId: idOf(refund.payment_intent),
    fact: fact ?? 'noted',
    amount: toMoney(refund.amount, refund.currency),
    ...(fact === undefined ? { problem: 'unknown_status' } : {}),
  };
}

/** A refund that is still pending has already left our balance. */
function factOf(status: string | null | undefined): ReversalFact | undefined {
  switch (status) {
    case 'pending':
    case 'requires_action':
    case 'succeeded':
      return 'taken';
    case 'failed':
    case 'canceled':
      return 'returned';
    default:
      return undefined;
  }
}
