import type { DeliveryRecord, EventRecord } from '#sandbox/records.ts';

/** The API version of the sandbox's responses and events. */
export const apiVersion = '2026-10-28.endive';

/** An event as the API returns it and webhooks contain it. `pending_webhooks` is 1 until the endpoint, if any, accepts it. */
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
