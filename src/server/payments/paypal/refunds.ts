import type { ReversalEvent, ReversalFact, ReversalKind } from '#domain/payment/reversal.ts';
import type { FetchedRefund } from '#server/ports/paypal-provider.ts';
import type { RefundedPayment, RefundRequest } from '#server/ports/provider.ts';
import { derivedEventId, parseResponse } from '../provider-response.ts';
import { attemptMs, describeResponse, isDefiniteRefusal, type PayPalResponse } from './client/paypal-response.ts';
import type { PayPalClient } from './client/paypal-client.ts';
import { instantOf, linkedId, readMoney, toSdkMoney, wireRefund, type WireRefund } from './wire-shapes.ts';

/** Refunds an amount of a payment, or all that is left, once for each `requestId`. Rejects with NoResponse. */
export async function refundPayment(
  client: PayPalClient,
  isLive: boolean,
  request: Omit<RefundRequest, 'reason'>,
): Promise<RefundedPayment> {
  const response = await client.call(client.limit(attemptMs), ({ payments, options }) =>
    payments.refundCapturedPayment(
      {
        captureId: request.paymentId,
        paypalRequestId: request.requestId,
        prefer: 'return=representation',
        body: request.amount ? { amount: toSdkMoney(request.amount) } : {},
      },
      options,
    ),
  );
  if (isDefiniteRefusal(response)) return { code: 'refused', detail: describeResponse(response) };
  if (response.status >= 300) return { code: 'unavailable', detail: describeResponse(response) };
  const event = stateOfRefund(response, isLive);
  return { code: 'refunded', event: { ...event, paymentId: request.paymentId } };
}

/** Fetches the state of a refund. Rejects with NoResponse, or with TypeError for an unreadable response. */
export async function fetchRefund(client: PayPalClient, isLive: boolean, refundId: string): Promise<FetchedRefund> {
  const response = await client.call(client.limit(attemptMs), ({ payments, options }) =>
    payments.getRefund({ refundId }, options),
  );
  if (response.status === 404) return { code: 'not_found' };
  if (response.status !== 200) return { code: 'unavailable', detail: describeResponse(response) };
  return { code: 'fetched', event: stateOfRefund(response, isLive) };
}

/** The event's id is derived from the state, so the same state is the same event. */
function stateOfRefund({ content }: PayPalResponse, isLive: boolean): ReversalEvent {
  const refund = parseResponse(wireRefund, content, 'refund');
  const eventId = derivedEventId(refund.id, refund.status ?? '');
  return reversalOf(refund, { eventId, isLive, kind: 'refund' });
}

/**
 * Translates a refund, or money that PayPal itself took back, into an event. PayPal describes both with one resource, and its
 * `up` link names the payment. Throws TypeError if there is no such link.
 */
export function reversalOf(
  refund: WireRefund,
  source: { readonly eventId: string; readonly isLive: boolean; readonly kind: ReversalKind },
): ReversalEvent {
  const amount = readMoney(refund.amount);
  const paymentId = linkedId(refund.links);
  if (!paymentId) throw new TypeError('the refund names no payment');
  const fact = factOf(refund, source.kind);
  return {
    provider: 'paypal',
    eventId: source.eventId,
    occurredAt: instantOf(refund.update_time ?? refund.create_time),
    isLive: source.isLive,
    account: undefined,
    reversalId: refund.id,
    kind: source.kind,
    paymentId,
    fact: fact ?? 'noted',
    amount: amount && { ...amount, amountMinor: Math.abs(amount.amountMinor) }, // negative when PayPal took it back
    ...(fact === undefined ? { problem: 'unknown_status' } : {}),
  };
}

/** A pending refund has moved no money, and a failed one has returned it. Money that PayPal took back may have no status. */
function factOf({ status }: WireRefund, kind: ReversalKind): ReversalFact | undefined {
  switch (status) {
    case 'PENDING':
      return 'noted';
    case 'COMPLETED':
      return 'taken';
    case 'FAILED':
    case 'CANCELLED':
      return 'returned';
    default:
      return kind === 'dispute' && status === undefined ? 'taken' : undefined;
  }
}
