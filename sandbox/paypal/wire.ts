import type { EventRecord } from '../records.ts';
import { toMinor, toMoney } from './money.ts';
import {
  merchantId,
  payerId,
  type PayPalCaptureRecord,
  type PayPalOrderRecord,
  type PayPalRefundRecord,
} from './records.ts';

/** The payer of an approved order. PayPal describes the payer in two fields; `payer` is the older one. */
const payerToWire = (emailAddress: string) => {
  const account = {
    name: { given_name: 'Test', surname: 'Payer' },
    email_address: emailAddress,
    address: { country_code: 'CA' },
  };
  return {
    payer: { ...account, payer_id: payerId },
    payment_source: { paypal: { ...account, account_id: payerId } },
  };
};

/** The capture of an order, and its refunds. */
export interface OrderPayments {
  readonly capture: PayPalCaptureRecord;
  readonly refunds: readonly PayPalRefundRecord[];
}

/** An order as the API returns it. */
export function orderToWire(order: PayPalOrderRecord, payments: OrderPayments | undefined, url: string) {
  return {
    id: order.id,
    intent: 'CAPTURE' as const,
    status: order.status,
    purchase_units: [
      {
        reference_id: order.referenceId,
        amount: { ...order.amount, ...(order.breakdown === null ? {} : { breakdown: order.breakdown }) },
        payee: { email_address: 'merchant@example.org', merchant_id: merchantId },
        ...(order.description === null ? {} : { description: order.description }),
        ...(order.customId === null ? {} : { custom_id: order.customId }),
        ...(order.invoiceId === null ? {} : { invoice_id: order.invoiceId }),
        ...(order.items.length === 0 ? {} : { items: order.items }),
        ...(payments === undefined ? {} : { payments: paymentsToWire(payments, url) }),
      },
    ],
    ...(order.payerEmail === null ? {} : payerToWire(order.payerEmail)),
    create_time: toInstant(order.created),
    update_time: toInstant(order.updated),
    links: orderLinks(order, url),
  };
}

const paymentsToWire = ({ capture, refunds }: OrderPayments, url: string) => ({
  captures: [captureInOrder(capture, url)],
  ...(refunds.length === 0 ? {} : { refunds: refunds.map((refund) => refundToWire(refund, url)) }),
});

/** The links of an order. The name of the link to the approval page depends on how the order was created. */
function orderLinks({ id, status, hasPaymentSource }: PayPalOrderRecord, url: string) {
  const path = `/v2/checkout/orders/${id}`;
  const self = link(url, path, 'self', 'GET');
  const capture = link(url, `${path}/capture`, 'capture', 'POST');
  if (status === 'COMPLETED' || status === 'VOIDED') return [self];
  if (status === 'APPROVED') return [self, capture];
  const approval = link(url, `/paypal/approve/${id}`, hasPaymentSource ? 'payer-action' : 'approve', 'GET');
  return hasPaymentSource ? [self, approval] : [self, approval, capture];
}

/** What PayPal returns of a resource unless the call has `Prefer: return=representation`. */
export const minimal = ({ id, status, links }: { id: string; status: string; links: readonly object[] }) => ({
  id,
  status,
  links,
});

/** A capture as the payments API returns it and events contain it. Unlike a capture in an order, it names the order. */
export const captureToWire = (capture: PayPalCaptureRecord, url: string) => ({
  ...captureInOrder(capture, url),
  supplementary_data: { related_ids: { order_id: capture.orderId } },
});

/** A capture as an order contains it. */
function captureInOrder(capture: PayPalCaptureRecord, url: string) {
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

/** A refund as the API returns it. Its `up` link names the capture. */
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
      total_refunded_amount: refund.totalRefunded,
    },
    create_time: toInstant(refund.created),
    update_time: toInstant(refund.created),
    links: [
      link(url, `/v2/payments/refunds/${refund.id}`, 'self', 'GET'),
      link(url, `/v2/payments/captures/${refund.captureId}`, 'up', 'GET'),
    ],
  };
}

/** An event as the API returns it and webhooks contain it. */
export function paypalEventToWire(event: EventRecord) {
  return {
    id: event.id,
    event_version: '1.0',
    create_time: toInstant(event.created),
    resource_type: resourceTypeOf(event.type),
    resource_version: '2.0',
    event_type: event.type,
    summary: `${event.type} happened in the sandbox`,
    resource: JSON.parse(event.objectJson) as Record<string, unknown>,
  };
}

function resourceTypeOf(type: string): string {
  if (type.startsWith('CHECKOUT.ORDER')) return 'checkout-order';
  if (type === 'PAYMENT.CAPTURE.REFUNDED' || type === 'PAYMENT.CAPTURE.REVERSED') return 'refund';
  return type.startsWith('CUSTOMER.DISPUTE') ? 'dispute' : 'capture';
}

/** A link to a related call. */
export const link = (url: string, path: string, rel: string, method: 'GET' | 'POST') => ({
  href: `${url}${path}`,
  rel,
  method,
});

/** A time as PayPal writes it. */
export const toInstant = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
