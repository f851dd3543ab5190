import type { PayPalMessage } from '#server/payments/paypal-provider.ts';
import { eventBase, orderIdOf, paymentEventOf } from './order-event.ts';
import { reversalOfRefund } from './refund-event.ts';
import { readAs } from './wire-reading.ts';
import { wireApprovalReversal, wireCapture, wireMessage, wireOrder, wireRefund } from './wire-shapes.ts';

/** What a message tells, by its type and its resource. Throws TypeError for what is no message of PayPal's. */
export function translateMessage(content: unknown, isLive: boolean): PayPalMessage {
  const { id: eventId, event_type: type, create_time: sentAt, resource } = readAs(wireMessage, content, 'message');
  switch (type) {
    case 'CHECKOUT.ORDER.APPROVED': {
      const order = readAs(wireOrder, resource, 'order');
      return { code: 'approved', eventId, orderId: order.id, intentId: order.purchase_units?.[0]?.custom_id };
    }
    case 'CHECKOUT.PAYMENT-APPROVAL.REVERSED': {
      const { order_id: orderId, id } = readAs(wireApprovalReversal, resource, 'reversed approval');
      const named = orderId ?? id;
      if (named === undefined) throw new TypeError('a reversed approval names no order');
      const base = eventBase(named, undefined, isLive);
      return { code: 'event', event: { ...base, eventId, occurredAt: new Date(sentAt), fact: { kind: 'expired' } } };
    }
    case 'PAYMENT.CAPTURE.COMPLETED':
    case 'PAYMENT.CAPTURE.PENDING':
    case 'PAYMENT.CAPTURE.DENIED':
    case 'PAYMENT.CAPTURE.DECLINED': {
      const capture = readAs(wireCapture, resource, 'capture');
      return { code: 'event', event: { ...paymentEventOf(capture, orderIdOf(capture), isLive), eventId } };
    }
    case 'PAYMENT.CAPTURE.REFUNDED':
    case 'PAYMENT.CAPTURE.REVERSED': {
      const kind = type === 'PAYMENT.CAPTURE.REFUNDED' ? 'refund' : 'dispute';
      const refund = readAs(wireRefund, resource, 'refund');
      return { code: 'reversal', event: reversalOfRefund(refund, { eventId, isLive, kind }) };
    }
    default:
      return { code: 'ignored', type };
  }
}
