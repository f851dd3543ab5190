import type { Money } from '#domain/money/money.ts';
import type { RefundedPayment } from '#server/payments/paypal-provider.ts';
import { inWords, type PayPalAnswer } from './paypal-answer.ts';
import type { PayPalClient } from './paypal-client.ts';
import { reversalOfRefund } from './refund-event.ts';
import { attemptMs } from './time-limits.ts';
import { toSdkMoney } from './wire-money.ts';
import { readAs } from './wire-reading.ts';
import { wireRefund } from './wire-shapes.ts';

/** Gives back an amount of a payment, or all that is left; once for each `requestId`. Rejects with NoAnswer when nobody knows. */
export async function refundPayment(
  client: PayPalClient,
  isLive: boolean,
  refund: { readonly paymentId: string; readonly requestId: string; readonly amount: Money | undefined },
): Promise<RefundedPayment> {
  const answer: PayPalAnswer = await client.call(AbortSignal.timeout(attemptMs), ({ payments, options }) =>
    payments.refundCapturedPayment(
      {
        captureId: refund.paymentId,
        paypalRequestId: refund.requestId,
        prefer: 'return=representation',
        body: refund.amount ? { amount: toSdkMoney(refund.amount) } : {},
      },
      options,
    ),
  );
  if (answer.status === 404 || answer.status === 422) return { code: 'refused', detail: inWords(answer) };
  if (answer.status >= 300) return { code: 'unavailable', detail: inWords(answer) };
  const made = readAs(wireRefund, answer.content, 'refund');
  const event = reversalOfRefund(made, { eventId: `asked:${made.id}:${made.status ?? ''}`, isLive, kind: 'refund' });
  return { code: 'refunded', event: { ...event, paymentId: refund.paymentId } };
}
