import * as z from 'zod/mini';
import type { PayPalMessage, PayPalWebhookReading, ReceivedWebhook } from '#server/ports/paypal-provider.ts';
import { parseResponse } from '#server/payments/provider-response.ts';
import { eventWithoutPayment, orderIdOf, paymentEventOf } from '../order-event.ts';
import { attemptMs, describeResponse, NoResponse } from '../client/paypal-response.ts';
import type { PayPalClient } from '../client/paypal-client.ts';
import type { RealTime } from '../client/real-time.ts';
import { reversalOf } from '../refunds.ts';
import { readSignatureHeaders, type SignatureHeaders } from './signature-headers.ts';
import type { VerificationLimit } from './verification-limit.ts';
import {
  wireApprovalReversal,
  wireCapture,
  wireMessage,
  wireNamedDispute,
  wireOrder,
  wireRefund,
} from '../wire-shapes.ts';

const verdictSchema = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) });

/** Everything that we need to verify a message. `limit` restricts how often PayPal is asked. */
interface WebhookVerifier {
  readonly client: PayPalClient;
  readonly webhookId: string;
  readonly isLive: boolean;
  readonly time: RealTime;
  readonly limit: VerificationLimit;
}

/** Asks PayPal to verify the message, then translates it. PayPal is not asked about a message that it cannot have sent. */
export async function readPayPalWebhook(
  { client, webhookId, isLive, time, limit }: WebhookVerifier,
  { rawBody, headers, network }: ReceivedWebhook,
): Promise<PayPalWebhookReading> {
  const signature = readSignatureHeaders(headers, time.now());
  if (typeof signature === 'string') return { code: 'invalid_signature', reason: signature };
  const text = rawBody.toString('utf8');
  const message = parseObject(text);
  if (message === undefined) return { code: 'invalid_signature', reason: 'malformed' };
  if (!limit.take(network, time.now())) return { code: 'too_many' };
  const body = verificationBody(signature, webhookId, text);
  try {
    const path = '/v1/notifications/verify-webhook-signature';
    const response = await client.fetch(time.limit(attemptMs), { method: 'POST', path, body });
    const verdict = verdictSchema.safeParse(response.content);
    if (response.status !== 200 || !verdict.success) return { code: 'unavailable', detail: describeResponse(response) };
    if (verdict.data.verification_status === 'FAILURE') return { code: 'invalid_signature', reason: 'signature' };
    limit.confirm(network);
    return translateMessage(message, isLive);
  } catch (error) {
    if (error instanceof NoResponse) return { code: 'unavailable', detail: error.message };
    if (error instanceof TypeError) return { code: 'unreadable', detail: error.message };
    throw error;
  }
}

/** Parses a JSON object; `undefined` for any other text, because it could break out of the verification body. */
function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * PayPal compares a checksum of the message's text, so the text is embedded unchanged: it could differ if it were serialized
 * again.
 */
function verificationBody(headers: SignatureHeaders, webhookId: string, text: string): string {
  const fields = JSON.stringify({
    auth_algo: headers['paypal-auth-algo'],
    cert_url: headers['paypal-cert-url'],
    transmission_id: headers['paypal-transmission-id'],
    transmission_sig: headers['paypal-transmission-sig'],
    transmission_time: headers['paypal-transmission-time'],
    webhook_id: webhookId,
  });
  return `${fields.slice(0, -1)},"webhook_event":${text}}`;
}

/** Translates a message by its type and resource. Throws TypeError if the message is unreadable. */
export function translateMessage(content: unknown, isLive: boolean): PayPalMessage {
  const {
    id: eventId,
    event_type: type,
    create_time: sentAt,
    resource,
  } = parseResponse(wireMessage, content, 'message');
  switch (type) {
    case 'CHECKOUT.ORDER.APPROVED': {
      const order = parseResponse(wireOrder, resource, 'order');
      return { code: 'approved', eventId, orderId: order.id };
    }
    case 'CHECKOUT.PAYMENT-APPROVAL.REVERSED': {
      const { order_id: named, id } = parseResponse(wireApprovalReversal, resource, 'reversed approval');
      const orderId = named ?? id;
      if (orderId === undefined) throw new TypeError('the reversed approval names no order');
      const event = eventWithoutPayment(orderId, undefined, isLive);
      return { code: 'event', event: { ...event, eventId, occurredAt: new Date(sentAt), fact: { kind: 'expired' } } };
    }
    case 'PAYMENT.CAPTURE.COMPLETED':
    case 'PAYMENT.CAPTURE.PENDING':
    case 'PAYMENT.CAPTURE.DENIED':
    case 'PAYMENT.CAPTURE.DECLINED': {
      const capture = parseResponse(wireCapture, resource, 'capture');
      return { code: 'event', event: { ...paymentEventOf(capture, orderIdOf(capture), isLive), eventId } };
    }
    case 'PAYMENT.CAPTURE.REFUNDED':
    case 'PAYMENT.CAPTURE.REVERSED': {
      const kind = type === 'PAYMENT.CAPTURE.REFUNDED' ? 'refund' : 'dispute';
      const refund = parseResponse(wireRefund, resource, 'refund');
      return { code: 'reversal', event: reversalOf(refund, { eventId, isLive, kind }) };
    }
    case 'CUSTOMER.DISPUTE.CREATED':
    case 'CUSTOMER.DISPUTE.UPDATED':
    case 'CUSTOMER.DISPUTE.RESOLVED': {
      const { dispute_id: disputeId } = parseResponse(wireNamedDispute, resource, 'dispute');
      return { code: 'dispute', eventId, disputeId, isLive, account: undefined };
    }
    default:
      return { code: 'ignored', type };
  }
}
