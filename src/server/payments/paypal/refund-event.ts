import type { ReversalEvent, ReversalFact, ReversalKind } from '#domain/payment/reversal.ts';
import { instantOf } from './order-event.ts';
import { fromWireMoney } from './wire-money.ts';
import type { WireRefund } from './wire-shapes.ts';

/**
 * A refund, or money that PayPal took back itself, as our event. Both come as the same resource, whose `up` link names the
 * payment. Throws TypeError when it names none.
 */
export function reversalOfRefund(
  refund: WireRefund,
  source: { readonly eventId: string; readonly isLive: boolean; readonly kind: ReversalKind },
): ReversalEvent {
  const amount = fromWireMoney(refund.amount);
  return {
    provider: 'paypal',
    eventId: source.eventId,
    occurredAt: instantOf(refund.update_time ?? refund.create_time),
    isLive: source.isLive,
    account: undefined,
    reversalId: refund.id,
    kind: source.kind,
    paymentId: paymentIdOf(refund),
    fact: factOf(refund, source.kind),
    amount: amount && { ...amount, amountMinor: Math.abs(amount.amountMinor) }, // what was taken back comes with a minus
  };
}

function paymentIdOf({ links }: WireRefund): string {
  const paymentId = links
    ?.find(({ rel }) => rel === 'up')
    ?.href.split('/')
    .at(-1);
  if (!paymentId) throw new TypeError('a refund names no payment');
  return paymentId;
}

/** A refund that waits has moved nothing; one that failed brought its money back. What PayPal takes back itself is lost. */
function factOf({ status }: WireRefund, kind: ReversalKind): ReversalFact {
  if (status === 'PENDING') return 'noted';
  if (status === 'FAILED' || status === 'CANCELLED') return 'returned';
  return kind === 'dispute' ? 'lost' : 'taken';
}
