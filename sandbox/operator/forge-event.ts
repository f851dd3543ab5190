import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import type { EventRecord } from '../state/records.ts';
import { newId } from '../stripe/ids.ts';
import { checkoutSessionToWire } from '../stripe-wire/checkout-session.ts';
import { planDelivery } from '../webhooks/plan-delivery.ts';

/** What a forged event is made of: an event or a session to start from, and what is to be wrong with it. */
export const forgedEventSchema = z.object({
  /** Event whose type and content are taken. */
  eventId: z.string().optional(),
  /** Or session whose present state is taken. */
  checkoutSessionId: z.string().optional(),
  type: z.string().optional(),
  /** Properties of the object that are replaced, inner ones beside the untouched rest. */
  changes: z.record(z.string(), z.unknown()).default({}),
  livemode: z.boolean().default(false),
  account: z.string().nullable().default(null),
});

/** A request for a forged event. */
export type ForgedEvent = z.input<typeof forgedEventSchema>;

/**
 * Sends a genuinely signed event whose content is not true. It stands in no list, as the API would never say so.
 * Returns the event's id, or null when there is nothing to start from.
 */
export function forgeEvent(sandbox: Sandbox, request: z.output<typeof forgedEventSchema>): string | null {
  const model = sandbox.store.events.get(request.eventId ?? '');
  const object = model === undefined ? sessionObject(sandbox, request.checkoutSessionId) : parseObject(model);
  if (object === null) return null;
  const event: EventRecord = {
    id: newId.event(),
    created: sandbox.clock.nowSeconds(),
    type: request.type ?? model?.type ?? 'checkout.session.completed',
    objectJson: JSON.stringify(merged(object, request.changes)),
    previousAttributes: null,
    requestId: null,
    idempotencyKey: null,
    livemode: request.livemode,
    account: request.account,
    isListed: false,
  };
  sandbox.store.transact(() => {
    sandbox.store.events.put(event);
    planDelivery(sandbox, event, undefined);
  });
  return event.id;
}

type JsonObject = Record<string, unknown>;

function parseObject(event: EventRecord): JsonObject {
  return JSON.parse(event.objectJson) as JsonObject;
}

function sessionObject(sandbox: Sandbox, id: string | undefined): JsonObject | null {
  const session = sandbox.store.checkoutSessions.get(id ?? '');
  return session === undefined ? null : { ...checkoutSessionToWire(session, sandbox.config.publicUrl) };
}

function merged(base: JsonObject, changes: JsonObject): JsonObject {
  const result: JsonObject = { ...base };
  for (const [key, value] of Object.entries(changes)) {
    const before = result[key];
    result[key] = isObject(before) && isObject(value) ? merged(before, value) : value;
  }
  return result;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
