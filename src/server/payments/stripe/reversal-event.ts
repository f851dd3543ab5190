import type Stripe from 'stripe';
import * as z from 'zod/mini';
import type { ReversalEvent, ReversalFact } from '#domain/payment/reversal.ts';
import { derivedEventId, parseAnswer, storableText } from '../provider-answer.ts';
import { idOf, instantSchema, referenceSchema, sourceOfMessage, toMoney, type FactSource } from './stripe-answers.ts';

const reversalMessages: ReadonlySet<string> = new Set([
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
]);

/** The fields of a refund or a dispute that we read. */
const reversalSchema = z.object({
  id: storableText,
  object: z.enum(['refund', 'dispute']),
  amount: z.int().check(z.gte(0)),
  currency: z.string(),
  status: z.nullish(z.string()),
  created: instantSchema,
  payment_intent: z.nullish(referenceSchema),
});

type Reversal = z.infer<typeof reversalSchema>;

/**
 * A message about a refund or a dispute as an event; `undefined` for other messages, and for payments without a payment
 * intent. Throws TypeError for an unreadable object.
 */
export function translateReversal(message: Stripe.Event): ReversalEvent | undefined {
  if (!reversalMessages.has(message.type)) return undefined;
  const reversal = parseAnswer(reversalSchema, message.data.object, 'refund or dispute');
  return toReversalEvent(reversal, factOf(reversal, message.type), sourceOfMessage(message));
}

/**
 * The state of a fetched refund or dispute as an event. The event's id is derived from that state, so the same state is the
 * same event. Throws TypeError for an unreadable object.
 */
export function stateOfReversal(answer: unknown, isLive: boolean): ReversalEvent | undefined {
  const reversal = parseAnswer(reversalSchema, answer, 'refund or dispute');
  const fact = factOf(reversal, undefined);
  return toReversalEvent(reversal, fact, {
    eventId: derivedEventId(reversal.id, fact),
    occurredAt: new Date(reversal.created * 1000),
    isLive,
    account: undefined,
  });
}

function toReversalEvent(reversal: Reversal, fact: ReversalFact, source: FactSource): ReversalEvent | undefined {
  if (!reversal.payment_intent) return undefined;
  return {
    ...source,
    provider: 'stripe',
    reversalId: reversal.id,
    kind: reversal.object,
    paymentId: idOf(reversal.payment_intent),
    fact,
    amount: toMoney(reversal.amount, reversal.currency),
  };
}

/** The fact in the object's own state. Only the type of a message shows that a dispute's money was returned before it closed. */
function factOf({ object, status }: Reversal, messageType: string | undefined): ReversalFact {
  if (object === 'refund') return status === 'failed' || status === 'canceled' ? 'returned' : 'taken';
  if (status === 'won' || status === 'prevented') return 'returned';
  if (status === 'lost') return 'lost';
  if (messageType === 'charge.dispute.funds_reinstated') return 'returned';
  return status?.startsWith('warning_') === true ? 'noted' : 'taken';
}
