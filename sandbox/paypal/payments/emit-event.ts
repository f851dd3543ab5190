import { takeWebhookFault } from '#sandbox/faults.ts';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { planDelivery } from '#sandbox/webhooks/deliveries.ts';
import type { EventRecord } from '#sandbox/records.ts';
import { newPayPalEventId } from '../records.ts';

/** Stores a PayPal event and schedules its webhook. Call it inside the transaction of the change. */
export function emitPayPalEvent(sandbox: Sandbox, type: string, resource: object): void {
  const fault = sandbox.webhooks.hasTarget({ provider: 'paypal' }) ? takeWebhookFault(sandbox.store, type) : undefined;
  if (fault?.kind === 'never_generate') return;
  const event: EventRecord = {
    id: newPayPalEventId(),
    created: sandbox.clock.nowSeconds(),
    type,
    objectJson: JSON.stringify(resource),
    previousAttributes: null,
    requestId: null,
    idempotencyKey: null,
    livemode: false,
    account: null,
    provider: 'paypal',
    isListed: true,
  };
  sandbox.store.events.put(event);
  planDelivery(sandbox, event, fault);
}
