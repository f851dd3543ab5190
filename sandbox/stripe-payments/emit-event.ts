import type { Origin, Sandbox } from '../sandbox.ts';
import type { EventRecord } from '../state/records.ts';
import { planDelivery } from '../webhooks/plan-delivery.ts';
import { takeWebhookFault } from '../faults/take-fault.ts';
import { newId } from '../stripe/ids.ts';

/** What an event says: its type, the object as it is now, and what of it changed. */
export interface EventContent {
  readonly type: string;
  readonly object: object;
  readonly previousAttributes?: Readonly<Record<string, unknown>>;
}

/**
 * Writes an event and plans its webhook. Call it inside the transaction of the change that it tells of.
 * Returns the event's id, or null when an armed fault swallowed the event altogether.
 */
export function emitEvent(sandbox: Sandbox, content: EventContent, origin: Origin | null): string | null {
  const fault = sandbox.webhooks.hasTarget({}) ? takeWebhookFault(sandbox.store, content.type) : undefined;
  if (fault?.kind === 'never_generate') return null;
  const event: EventRecord = {
    id: newId.event(),
    created: sandbox.clock.nowSeconds(),
    type: content.type,
    objectJson: JSON.stringify(content.object),
    previousAttributes: content.previousAttributes ?? null,
    requestId: origin?.requestId ?? null,
    idempotencyKey: origin?.idempotencyKey ?? null,
    livemode: false,
    account: null,
    isListed: true,
  };
  sandbox.store.events.put(event);
  planDelivery(sandbox, event, fault);
  return event.id;
}
