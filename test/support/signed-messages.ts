import { paypalEventToWire } from '#sandbox/paypal-wire/event.ts';
import type { Sandbox } from '#sandbox/sandbox.ts';
import type { EventRecord } from '#sandbox/state/records.ts';
import { eventToWire } from '#sandbox/stripe-wire/event.ts';
import { paypalSignatureHeaders } from '#sandbox/webhooks/sign-paypal.ts';
import { signatureHeader } from '#sandbox/webhooks/sign.ts';

/** A provider's message as it goes over the wire to the product. */
export interface SignedMessage {
  readonly type: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Every message to which the product listens that the sandbox has made, oldest first, signed now. */
export function signMessages({ store, config }: Sandbox, webhookSecret: string): SignedMessage[] {
  const nowSeconds = Math.floor(Date.now() / 1000);
  return [...store.events.values()].filter(isHeard).map((event) => {
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

const isHeard = ({ type }: EventRecord): boolean => heard.some((start) => type.startsWith(start));

/** How the names of the messages begin to which the product listens; it is sent no others. */
const heard = [
  'checkout.session.',
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.',
  'refund.',
  'charge.dispute.',
  'CHECKOUT.ORDER.',
  'PAYMENT.CAPTURE.',
];
