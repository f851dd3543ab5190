import Stripe from 'stripe';
import type { RefundRequest, RefundedPayment } from '#server/ports/provider.ts';
import { stateOfRefund } from './reversal-event.ts';

/**
 * Refunds an amount of a payment, or all that is left, once for each `requestId`. Stripe forgets an idempotency key after a
 * day, and repeats a server error until then, so we look for the refund first.
 */
export async function refundPayment(stripe: Stripe, isLive: boolean, request: RefundRequest): Promise<RefundedPayment> {
  const { paymentId, amount, reason, requestId } = request;
  try {
    const refund =
      (await findRefund(stripe, request)) ??
      (await stripe.refunds.create(
        {
          payment_intent: paymentId,
          reason,
          metadata: { [requestKey]: requestId },
          ...(amount ? { amount: amount.amountMinor } : {}),
        },
        { idempotencyKey: requestId },
      ));
    const event = stateOfRefund(refund, isLive);
    if (!event) throw new TypeError(`refund ${refund.id} names no payment`);
    return { code: 'refunded', event };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    if (error.code === 'charge_already_refunded') return { code: 'already_refunded' };
    return { code: 'refused', detail: error.message };
  }
}

const requestKey = 'request_id';

async function findRefund(stripe: Stripe, { paymentId, requestId }: RefundRequest): Promise<Stripe.Refund | undefined> {
  for await (const refund of stripe.refunds.list({ payment_intent: paymentId, limit: 100 })) {
    if (refund.metadata?.[requestKey] === requestId) return refund;
  }
  return undefined;
}
