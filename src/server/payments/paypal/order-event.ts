import type { PaymentEvent, PaymentFact } from '#domain/payment/payment-event.ts';
import type { FetchedOrder } from '#server/ports/paypal-provider.ts';
import { derivedEventId } from '../provider-response.ts';
import { intentIdIn } from '../rebuild/record-text.ts';
import { recordInOrder } from './order-record.ts';
import { instantOf, linkedId, readMoney, type WireCapture, type WireOrder } from './wire-shapes.ts';

/** The `custom_id` of our orders without donation data. */
export const withoutDonation = 'without_gift';

/**
 * Interprets a fetched order. Only a completed capture means settled: an order can be COMPLETED while its capture waits for a
 * bank. The event's id is derived from the state, so the same state is the same event.
 */
export function stateOfOrder(order: WireOrder, isLive: boolean): FetchedOrder {
  const unit = order.purchase_units?.[0];
  const customId = unit?.custom_id;
  const stored = { record: recordInOrder(customId, unit?.items) };
  const captures = order.purchase_units?.flatMap(({ payments }) => payments?.captures ?? []) ?? [];
  const contradiction = contradictionIn(order, captures);
  if (contradiction !== undefined) return { code: 'unreadable', detail: contradiction };
  const capture = captures.toSorted((left, right) => rankOf(right) - rankOf(left))[0];
  if (capture) {
    const event = fetchedCapture({ ...capture, custom_id: capture.custom_id ?? customId }, order.id, isLive);
    return { code: 'event', event: { ...event, ...stored, payerEmail: payerEmailOf(order) } };
  }
  if (order.status === 'VOIDED') {
    const occurredAt = instantOf(order.update_time ?? order.create_time);
    const fact = { kind: 'expired' } as const;
    return {
      code: 'event',
      event: {
        ...eventWithoutPayment(order.id, customId, isLive),
        ...stored,
        eventId: derivedEventId(order.id, fact.kind),
        occurredAt,
        fact,
      },
    };
  }
  return { code: 'open', isApproved: order.status === 'APPROVED', namesDonation: customId !== withoutDonation };
}

/** Returns why an order cannot be interpreted: an unknown status, or captures that do not match it. Undefined if it can. */
function contradictionIn({ status }: WireOrder, captures: readonly WireCapture[]): string | undefined {
  if (!orderStatuses.has(status)) return `unknown order status ${status}`;
  const unknown = captures.find((capture) => !captureStatuses.has(capture.status));
  if (unknown) return `unknown capture status ${unknown.status}`;
  if (captures.filter((capture) => rankOf(capture) === 2).length > 1)
    return 'more than one capture of the order is paid';
  return status === 'COMPLETED' && captures.length === 0 ? 'the order is completed without a capture' : undefined;
}

const orderStatuses = new Set(['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED']);

const captureStatuses = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'PENDING', 'DECLINED', 'FAILED']);

/** PayPal names the payer in two places. `payer` is the older one, and PayPal still fills it in. */
const payerEmailOf = ({ payment_source: source, payer }: WireOrder): string | undefined =>
  source?.paypal?.email_address ?? payer?.email_address;

/** Settled captures come before pending ones, and those before failed ones. */
function rankOf({ status }: WireCapture): number {
  if (status === 'PENDING') return 1;
  return status === 'DECLINED' || status === 'FAILED' ? 0 : 2;
}

/** Translates a fetched capture into an event of its order. Throws TypeError if the capture names no order. */
export const stateOfCapture = (capture: WireCapture, isLive: boolean): FetchedOrder =>
  captureStatuses.has(capture.status)
    ? { code: 'event', event: fetchedCapture(capture, orderIdOf(capture), isLive) }
    : { code: 'unreadable', detail: `unknown capture status ${capture.status}` };

function fetchedCapture(capture: WireCapture, orderId: string, isLive: boolean): PaymentEvent {
  const event = paymentEventOf(capture, orderId, isLive);
  return { ...event, eventId: derivedEventId(orderId, event.fact.kind) };
}

/** Translates a capture into an event without an id. Throws TypeError for an unknown status. */
export function paymentEventOf(capture: WireCapture, orderId: string, isLive: boolean): Omit<PaymentEvent, 'eventId'> {
  return {
    ...eventWithoutPayment(orderId, capture.custom_id, isLive),
    occurredAt: instantOf(changedAt(capture)),
    paymentId: capture.id,
    fact: factOf(capture),
  };
}

export const eventWithoutPayment = (orderId: string, customId: string | undefined, isLive: boolean) =>
  ({
    provider: 'paypal',
    isLive,
    sessionId: orderId,
    paymentId: undefined,
    account: undefined,
    intentId: customId === undefined ? undefined : intentIdIn(customId),
  }) as const;

/** Returns the fact of a capture. A refunded capture counts as settled, because its refund is a separate event. */
function factOf(capture: WireCapture): PaymentFact {
  switch (capture.status) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED':
      return { kind: 'settled', collected: readMoney(capture.amount) };
    case 'PENDING':
      return { kind: 'processing' };
    case 'DECLINED':
    case 'FAILED':
      return { kind: 'failed' };
    default:
      throw new TypeError(`unknown capture status ${capture.status}`);
  }
}

/**
 * Returns when a capture reached its state: at its last update, because an eCheck clears days after its capture was created. The
 * update of a refunded capture is the refund, so its creation counts.
 */
const changedAt = ({ status, create_time: created, update_time: updated }: WireCapture): string | undefined =>
  status === 'REFUNDED' || status === 'PARTIALLY_REFUNDED' ? created : (updated ?? created);

/** Finds the id of a capture's order. Throws TypeError if the capture names none. */
export function orderIdOf({ supplementary_data: supplement, links }: WireCapture): string {
  const orderId = supplement?.related_ids?.order_id ?? linkedId(links);
  if (!orderId) throw new TypeError('the capture names no order');
  return orderId;
}
