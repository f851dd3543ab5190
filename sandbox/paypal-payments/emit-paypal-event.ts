import { takeWebhookFault } from '../faults/take-fault.ts';
import { newPayPalEventId } from '../paypal/ids.ts';
import type { Sandbox } from '../sandbox.ts';
import type { EventRecord } from '../state/records.ts';
import { planDelivery } from '../webhooks/plan-delivery.ts';

/** Writes one of PayPal's events and plans its webhook, inside the transaction of the change that it tells of. */
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
