import type { PaymentEvent, PaymentFact } from '#domain/payment/payment-event.ts';
import type { FetchedOrder } from '#server/payments/paypal-provider.ts';
import type { WireCapture, WireOrder } from './wire-shapes.ts';
import { fromWireMoney } from './wire-money.ts';

/** Stands where the intent's id stands in orders of ours that name no gift. */
export const withoutGift = 'without_gift';

/**
 * What an order says when it is asked for. Only a completed capture is money: an order can be COMPLETED while its capture
 * still waits for a bank. The same state asked for twice is the same event.
 */
export function stateOfOrder(order: WireOrder, isLive: boolean): FetchedOrder {
  const intentId = order.purchase_units?.[0]?.custom_id;
  const captures = order.purchase_units?.flatMap((unit) => unit.payments?.captures ?? []) ?? [];
  const capture = captures.toSorted((left, right) => weightOf(right) - weightOf(left))[0];
  if (capture) {
    return eventOfCapture({ ...capture, custom_id: capture.custom_id ?? intentId }, order.id, isLive);
  }
  if (order.status === 'VOIDED') {
    const occurredAt = instantOf(order.update_time ?? order.create_time);
    const fact = { kind: 'expired' } as const;
    return { code: 'event', event: { ...eventBase(order.id, intentId, isLive), ...asked(order.id, fact), occurredAt } };
  }
  return { code: 'open', isApproved: order.status === 'APPROVED', namesGift: intentId !== withoutGift };
}

/** What a capture says when it is asked for, as an event of its order. Throws TypeError when it names no order. */
export function stateOfCapture(capture: WireCapture, isLive: boolean): FetchedOrder {
  return eventOfCapture(capture, orderIdOf(capture), isLive);
}

function eventOfCapture(capture: WireCapture, orderId: string, isLive: boolean): FetchedOrder {
  const event = paymentEventOf(capture, orderId, isLive);
  return { code: 'event', event: { ...event, ...asked(orderId, event.fact) } };
}

const asked = (orderId: string, fact: PaymentFact) => ({ eventId: `asked:${orderId}:${fact.kind}`, fact });

/** A capture as our event, still without a name of its own. Throws TypeError for a status that PayPal does not have. */
export function paymentEventOf(capture: WireCapture, orderId: string, isLive: boolean): Omit<PaymentEvent, 'eventId'> {
  return {
    ...eventBase(orderId, capture.custom_id, isLive),
    occurredAt: instantOf(arrivedAt(capture)),
    paymentId: capture.id,
    fact: factOf(capture),
  };
}

/** An event about an order without money. */
export const eventBase = (orderId: string, intentId: string | undefined, isLive: boolean) =>
  ({
    provider: 'paypal',
    isLive,
    sessionId: orderId,
    paymentId: undefined,
    account: undefined,
    intentId,
  }) as const;

/** Money that was given back later did arrive once: how it left is told by its refund. */
function factOf(capture: WireCapture): PaymentFact {
  switch (capture.status) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED':
      return { kind: 'settled', collected: fromWireMoney(capture.amount) };
    case 'PENDING':
      return { kind: 'processing' };
    case 'DECLINED':
    case 'FAILED':
      return { kind: 'failed' };
    default:
      throw new TypeError(`a capture is ${capture.status}`);
  }
}

/** A check clears days after it was given; a later refund changes a capture too, but not the day on which it was paid. */
const arrivedAt = ({ status, create_time: created, update_time: updated }: WireCapture): string | undefined =>
  status === 'REFUNDED' || status === 'PARTIALLY_REFUNDED' ? created : (updated ?? created);

function weightOf({ status }: WireCapture): number {
  if (status === 'PENDING') return 1;
  return status === 'DECLINED' || status === 'FAILED' ? 0 : 2;
}

/** The order that a capture belongs to. Throws TypeError when it names none. */
export function orderIdOf({ supplementary_data: more, links }: WireCapture): string {
  const linked = links
    ?.find(({ rel }) => rel === 'up')
    ?.href.split('/')
    .at(-1);
  const orderId = more?.related_ids?.order_id ?? linked;
  if (!orderId) throw new TypeError('a capture names no order');
  return orderId;
}

/** An instant of the wire. Throws TypeError when it is missing. */
export function instantOf(text: string | undefined): Date {
  if (text === undefined) throw new TypeError('the answer lacks its time');
  return new Date(text);
}
