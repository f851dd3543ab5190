import type { PayPalAccount, WebhookTarget } from '../config.ts';
import { paypalEventToWire } from '../paypal-wire/event.ts';
import type { DeliveryRecord, EventRecord } from '../state/records.ts';
import { eventToWire } from '../stripe-wire/event.ts';
import { paypalSignatureHeaders } from './sign-paypal.ts';
import { signatureHeader } from './sign.ts';

/** What the endpoint said: taken (2xx), or in words why not. */
export interface WebhookAnswer {
  readonly isTaken: boolean;
  readonly summary: string;
}

/** The merchant's endpoints, one for each provider. */
export interface WebhookEndpoints {
  readonly target: WebhookTarget | undefined;
  readonly paypal: PayPalAccount;
}

/** Posts one signed event. Redirects, refused connections, silence and a missing endpoint count as not taken. */
export async function postWebhook(
  endpoints: WebhookEndpoints,
  event: EventRecord,
  delivery: DeliveryRecord,
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  const message = messageOf(endpoints, event, delivery);
  if (message === undefined) return { isTaken: false, summary: 'no endpoint' };
  try {
    const response = await fetch(message.url, {
      method: 'POST',
      body: message.body,
      redirect: 'manual',
      signal,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'payment-sandbox',
        ...message.headers,
      },
    });
    await response.arrayBuffer();
    return { isTaken: response.status >= 200 && response.status < 300, summary: String(response.status) };
  } catch (error) {
    return { isTaken: false, summary: reasonOf(error) };
  }
}

interface SignedMessage {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Verifiers compare with their own wall clock, so signatures carry real time whatever the sandbox's clock says. */
function messageOf(
  { target, paypal }: WebhookEndpoints,
  event: EventRecord,
  delivery: DeliveryRecord,
): SignedMessage | undefined {
  const tampering = delivery.tamperedLeft > 0 ? delivery.tampering : null;
  const realSeconds = Math.floor(Date.now() / 1000);
  if (event.provider === 'paypal') {
    if (paypal.webhookUrl === undefined) return undefined;
    const body = JSON.stringify(paypalEventToWire(event));
    return { url: paypal.webhookUrl, body, headers: paypalSignatureHeaders(body, paypal, realSeconds, tampering) };
  }
  if (target === undefined) return undefined;
  const body = JSON.stringify(eventToWire(event, delivery));
  return {
    url: target.url,
    body,
    headers: { 'stripe-signature': signatureHeader(body, target.secret, realSeconds, tampering) },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const cause = error.cause;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return error.name;
}
