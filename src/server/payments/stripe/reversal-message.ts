import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { isCurrencyCode } from '#domain/money/currency.ts';
import { money, type Money } from '#domain/money/money.ts';
import type { ReversalEvent, ReversalFact } from '#domain/payment/reversal.ts';
import { instantSchema, textSchema } from './wire-values.ts';

/** Names of the messages that tell of money that goes back. */
export const reversalMessages = [
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
] as const;

/** What the product reads of a refund or a dispute; the rest may be anything. */
const reversalSchema = z.object({
  id: textSchema,
  object: z.enum(['refund', 'dispute']),
  amount: z.int().check(z.gte(0)),
  currency: z.string(),
  status: z.nullish(z.string()),
  created: instantSchema,
  payment_intent: z.nullish(z.union([textSchema, z.looseObject({ id: textSchema })])),
});

type Reversal = z.infer<typeof reversalSchema>;

/** When and from whom a fact was learned. */
interface ReversalSource {
  readonly eventId: string;
  readonly occurredAt: Date;
  readonly isLive: boolean;
  readonly account: string | undefined;
}

/**
 * What a message says about money that goes back; `undefined` for messages about something else, and for payments that are
 * no payment intent's. Throws TypeError for what is no refund or dispute of Stripe's.
 */
export function translateReversal(message: Stripe.Event): ReversalEvent | undefined {
  if (!(reversalMessages as readonly string[]).includes(message.type)) return undefined;
  const { data: reversal, error } = reversalSchema.safeParse(message.data.object);
  if (error) throw new TypeError(`this is no refund or dispute of Stripe's: ${error.issues[0]?.path.join('.') ?? ''}`);
  return toReversalEvent(reversal, factOf(reversal, message.type), {
    eventId: message.id,
    occurredAt: new Date(message.created * 1000),
    isLive: message.livemode,
    account: message.account ?? undefined,
  });
}

/**
 * What a refund or dispute says when we ask for it. The same state asked for twice is the same event. Throws TypeError for
 * an answer that is neither.
 */
export function stateOfReversal(object: unknown, isLive: boolean): ReversalEvent | undefined {
  const { data: reversal, error } = reversalSchema.safeParse(object);
  if (error) throw new TypeError(`the answer is no refund or dispute: ${error.issues[0]?.path.join('.') ?? ''}`);
  const fact = factOf(reversal, '');
  return toReversalEvent(reversal, fact, {
    eventId: `asked:${reversal.id}:${fact}`,
    occurredAt: new Date(reversal.created * 1000),
    isLive,
    account: undefined,
  });
}

function toReversalEvent(reversal: Reversal, fact: ReversalFact, source: ReversalSource): ReversalEvent | undefined {
  const payment = reversal.payment_intent;
  const paymentId = typeof payment === 'string' ? payment : payment?.id;
  if (paymentId === undefined) return undefined;
  return {
    ...source,
    provider: 'stripe',
    reversalId: reversal.id,
    kind: reversal.object,
    paymentId,
    fact,
    amount: amountOf(reversal),
  };
}

/** Facts come from the object's own state; only the name of a message tells that a dispute's money has moved. */
function factOf({ object, status }: Reversal, messageType: string): ReversalFact {
  if (object === 'refund') return status === 'failed' || status === 'canceled' ? 'returned' : 'taken';
  if (status === 'won' || status === 'prevented') return 'returned';
  if (status === 'lost') return 'lost';
  if (messageType === 'charge.dispute.funds_reinstated') return 'returned';
  return status?.startsWith('warning_') === true ? 'noted' : 'taken';
}

function amountOf({ amount, currency }: Reversal): Money | undefined {
  const code = currency.toUpperCase();
  return isCurrencyCode(code) ? money(amount, code) : undefined;
}
