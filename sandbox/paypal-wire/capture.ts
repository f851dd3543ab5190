import { toMinor, toMoney } from '../paypal/money.ts';
import type { PayPalCaptureRecord, PayPalRefundRecord } from '../state/paypal-records.ts';
import { link, toInstant } from './links.ts';

/** A capture as the payments API and its events show it: unlike within its order, it names the order. `url` is the API's own address. */
export const captureToWire = (capture: PayPalCaptureRecord, url: string) => ({
  ...captureInOrder(capture, url),
  supplementary_data: { related_ids: { order_id: capture.orderId } },
});

/** A capture as its order shows it. */
export function captureInOrder(capture: PayPalCaptureRecord, url: string) {
  const path = `/v2/payments/captures/${capture.id}`;
  const isPaid = capture.status !== 'PENDING' && capture.status !== 'DECLINED';
  const gross = toMinor(capture.amount);
  return {
    id: capture.id,
    status: capture.status,
    ...(capture.status === 'PENDING' ? { status_details: { reason: 'ECHECK' as const } } : {}),
    amount: capture.amount,
    final_capture: true,
    seller_protection: { status: 'NOT_ELIGIBLE' as const },
    ...(isPaid
      ? {
          seller_receivable_breakdown: {
            gross_amount: capture.amount,
            paypal_fee: capture.fee,
            net_amount: toMoney(gross - toMinor(capture.fee), capture.amount.currency_code),
          },
        }
      : {}),
    ...(capture.customId === null ? {} : { custom_id: capture.customId }),
    ...(capture.invoiceId === null ? {} : { invoice_id: capture.invoiceId }),
    create_time: toInstant(capture.created),
    update_time: toInstant(capture.updated),
    links: [link(url, path, 'self', 'GET'), link(url, `${path}/refund`, 'refund', 'POST')],
  };
}

/** A refund as the API and its events show it; its `up` link leads to the capture. */
export function refundToWire(refund: PayPalRefundRecord, url: string) {
  return {
    id: refund.id,
    status: 'COMPLETED' as const,
    amount: refund.amount,
    ...(refund.note === null ? {} : { note_to_payer: refund.note }),
    ...(refund.customId === null ? {} : { custom_id: refund.customId }),
    ...(refund.invoiceId === null ? {} : { invoice_id: refund.invoiceId }),
    seller_payable_breakdown: {
      gross_amount: refund.amount,
      paypal_fee: toMoney(0, refund.amount.currency_code),
      net_amount: refund.amount,
      total_refunded_amount: refund.amount,
    },
    create_time: toInstant(refund.created),
    update_time: toInstant(refund.created),
    links: [
      link(url, `/v2/payments/refunds/${refund.id}`, 'self', 'GET'),
      link(url, `/v2/payments/captures/${refund.captureId}`, 'up', 'GET'),
    ],
  };
}
