import type { PayPalAccount, WebhookTarget } from '../config.ts';
import { paypalEventToWire } from '../paypal/wire.ts';
import type { DeliveryRecord, EventRecord } from '../records.ts';
import { eventToWire } from '../stripe/wire/event.ts';
import { paypalSignatureHeaders, signatureHeader } from './sign.ts';

/** The endpoint's response: accepted (2xx), or the reason why not. */
export interface WebhookResponse {
  readonly isAccepted: boolean;
  readonly summary: string;
}

/** The merchant's webhook endpoint for each provider. */
export interface WebhookEndpoints {
  readonly target: WebhookTarget | undefined;
  readonly paypal: PayPalAccount;
}

/** Posts one signed event. Redirects, connection errors, timeouts and a missing endpoint count as not accepted. */
export async function postWebhook(
  endpoints: WebhookEndpoints,
  event: EventRecord,
  delivery: DeliveryRecord,
  signal: AbortSignal,
): Promise<WebhookResponse> {
  const message = signedMessage(endpoints, event, delivery);
  if (message === undefined) return { isAccepted: false, summary: 'no endpoint' };
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
    return { isAccepted: response.status >= 200 && response.status < 300, summary: String(response.status) };
  } catch (error) {
    return { isAccepted: false, summary: reasonOf(error) };
  }
}

interface SignedMessage {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Signs the message of an event. Signatures carry real time, because verifiers compare it with their own clock. */
function signedMessage(
  { target, paypal }: WebhookEndpoints,
  event: EventRecord,
  delivery: DeliveryRecord,
): SignedMessage | undefined {
  const tampering = delivery.tamperedAttemptsLeft > 0 ? delivery.tampering : null;
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
