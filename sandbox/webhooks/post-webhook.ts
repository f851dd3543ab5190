import type { WebhookTarget } from '../config.ts';
import type { DeliveryRecord, EventRecord } from '../state/records.ts';
import { eventToWire } from '../stripe-wire/event.ts';
import { signatureHeader } from './sign.ts';

/** What the endpoint said: taken (2xx), or in words why not. */
export interface WebhookAnswer {
  readonly isTaken: boolean;
  readonly summary: string;
}

/** Posts one signed event. Redirects, refused connections and silence count as not taken. */
export async function postWebhook(
  target: WebhookTarget,
  event: EventRecord,
  delivery: DeliveryRecord,
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  const body = JSON.stringify(eventToWire(event, delivery));
  const tampering = delivery.tamperedLeft > 0 ? delivery.tampering : null;
  // Verifiers compare with their own wall clock, so signatures carry real time whatever the sandbox's clock says.
  const realSeconds = Math.floor(Date.now() / 1000);
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureHeader(body, target.secret, realSeconds, tampering),
        'user-agent': 'payment-sandbox',
      },
    });
    await response.arrayBuffer();
    return { isTaken: response.status >= 200 && response.status < 300, summary: String(response.status) };
  } catch (error) {
    return { isTaken: false, summary: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const cause = error.cause;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return error.name;
}
