import type { DeliveryRecord, EventRecord } from '../state/records.ts';
import { apiVersion } from '../stripe/api-version.ts';

/** An event as webhooks carry it and the API lists it. `pending_webhooks` is 1 until the endpoint has taken it. */
export function eventToWire(event: EventRecord, delivery: DeliveryRecord | undefined) {
  const isPending = delivery !== undefined && delivery.status !== 'delivered';
  return {
    id: event.id,
    object: 'event' as const,
    ...(event.account === null ? {} : { account: event.account }),
    api_version: apiVersion,
    created: event.created,
    data: {
      object: JSON.parse(event.objectJson) as Record<string, unknown>,
      ...(event.previousAttributes === null ? {} : { previous_attributes: event.previousAttributes }),
    },
    livemode: event.livemode,
    pending_webhooks: isPending ? 1 : 0,
    request: { id: event.requestId, idempotency_key: event.idempotencyKey },
    type: event.type,
  };
}
