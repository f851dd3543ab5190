import { paypalEventToWire } from '#sandbox/paypal/wire.ts';
import type { Sandbox } from '#sandbox/sandbox.ts';
import type { EventRecord } from '#sandbox/records.ts';
import { eventToWire } from '#sandbox/stripe/wire/event.ts';
import { paypalSignatureHeaders, signatureHeader } from '#sandbox/webhooks/sign.ts';

/** A provider's message as it is sent to the product. */
export interface SignedMessage {
  readonly type: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns the sandbox's messages to which the product subscribes, oldest first, signed now. */
export function signMessages({ store, config }: Sandbox, webhookSecret: string): SignedMessage[] {
  const nowSeconds = Math.floor(Date.now() / 1000);
  return [...store.events.values()].filter(isSubscribed).map((event) => {
    const json = { 'content-type': 'application/json' };
    if (event.provider === 'paypal') {
      const body = JSON.stringify(paypalEventToWire(event));
      const headers = { ...json, ...paypalSignatureHeaders(body, config.paypal, nowSeconds, null) };
      return { type: event.type, path: '/api/webhooks/paypal', headers, body };
    }
    const body = JSON.stringify(eventToWire(event, undefined));
    const headers = { ...json, 'stripe-signature': signatureHeader(body, webhookSecret, nowSeconds, null) };
    return { type: event.type, path: '/api/webhooks/stripe', headers, body };
  });
}

const isSubscribed = ({ type }: EventRecord): boolean => subscribedPrefixes.some((start) => type.startsWith(start));

/** The beginnings of the types of messages that the product receives. */
const subscribedPrefixes = [
  'checkout.session.',
  'invoice.paid',
  'invoice.payment_failed',
  'payment_intent.payment_failed',
  'customer.subscription.',
  'refund.',
  'charge.dispute.',
  'CHECKOUT.ORDER.',
  'PAYMENT.CAPTURE.',
];
