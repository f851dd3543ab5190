import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import { planDelivery } from '../webhooks/deliveries.ts';
import type { DeliveryRecord, EventRecord } from '../records.ts';
import { newId } from '../stripe/ids.ts';
import { checkoutSessionToWire } from '../stripe/wire/checkout-session.ts';

/** The state of one event's webhook. */
export interface DeliveryView {
  readonly eventId: string;
  readonly type: string;
  readonly status: DeliveryRecord['status'];
  readonly attempts: number;
  readonly lastOutcome: string | null;
}

/** The newest deliveries first, at most `limit` of them. */
export function readDeliveries(sandbox: Sandbox, limit: number): DeliveryView[] {
  const newest = sandbox.store.deliveries.newestFirst().slice(0, limit);
  return newest.map(({ id, status, attempts, lastOutcome }) => ({
    eventId: id,
    type: sandbox.store.events.get(id)?.type ?? '',
    status,
    attempts,
    lastOutcome,
  }));
}

/** Immediately resends the genuine webhook of an event, whatever its state. Returns false for an unknown event. */
export function resendWebhook(sandbox: Sandbox, eventId: string): boolean {
  const { store, webhooks } = sandbox;
  const delivery = store.deliveries.get(eventId);
  if (delivery === undefined) return false;
  store.transact(() => {
    store.deliveries.put({
      ...delivery,
      status: 'waiting',
      copiesLeft: 1,
      tamperedAttemptsLeft: 0,
      releaseAt: null,
      reorderGroup: null,
      nextAttemptAtMs: Date.now(),
    });
    store.afterCommit(() => webhooks.sendNow([eventId]));
  });
  return true;
}

/** A forged event: the event or session to start from, and what to change. */
export const forgedEventSchema = z.object({
  /** The event whose type and content are used. */
  eventId: z.string().optional(),
  /** The session whose current state is used instead of an event. */
  checkoutSessionId: z.string().optional(),
  type: z.string().optional(),
  /** Properties of the object to replace, merged deeply. */
  changes: z.record(z.string(), z.unknown()).default({}),
  livemode: z.boolean().default(false),
  account: z.string().nullable().default(null),
});

/** A request for a forged event. */
export type ForgedEvent = z.input<typeof forgedEventSchema>;

/**
 * Sends a correctly signed event with false content. The API does not list it.
 * Returns the event's id, or null if the event or session to start from does not exist.
 */
export function forgeEvent(sandbox: Sandbox, request: z.output<typeof forgedEventSchema>): string | null {
  const model = sandbox.store.events.get(request.eventId ?? '');
  const object = model === undefined ? sessionObject(sandbox, request.checkoutSessionId) : parseObject(model);
  if (object === null) return null;
  const event: EventRecord = {
    id: newId.event(),
    created: sandbox.clock.nowSeconds(),
    type: request.type ?? model?.type ?? 'checkout.session.completed',
    objectJson: JSON.stringify(mergeObjects(object, request.changes)),
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

function mergeObjects(base: JsonObject, changes: JsonObject): JsonObject {
  const result: JsonObject = { ...base };
  for (const [key, value] of Object.entries(changes)) {
    const before = result[key];
    result[key] = isObject(before) && isObject(value) ? mergeObjects(before, value) : value;
  }
  return result;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
