import type { Sandbox } from '../sandbox.ts';
import type { DeliveryRecord, EventRecord, WebhookFaultRecord } from '../state/records.ts';
import { releaseDeliveries } from './release-deliveries.ts';

/** Writes how an event is to be delivered, faults included, and sends it once the transaction around it is written. */
export function planDelivery(sandbox: Sandbox, event: EventRecord, fault: WebhookFaultRecord | undefined): void {
  if (!sandbox.webhooks.hasTarget(event)) return;
  const { store, webhooks } = sandbox;
  store.deliveries.put(plannedDelivery(event, fault, sandbox.clock.presentSeconds()));
  if (fault?.kind === 'reorder') releaseFullGroup(sandbox, fault);
  store.afterCommit(() => webhooks.schedule([event.id]));
}

/** An event of the past has its days of delivery from now on. */
function plannedDelivery(event: EventRecord, fault: WebhookFaultRecord | undefined, now: number): DeliveryRecord {
  const isTampered = fault?.kind === 'wrong_signature' || fault?.kind === 'old_timestamp';
  const isHeld = fault?.kind === 'delay' || fault?.kind === 'reorder';
  const isDelayedByClock = fault?.kind === 'delay' && fault.delaySeconds !== null;
  return {
    id: event.id,
    status: fault?.kind === 'drop' ? 'dropped' : isHeld ? 'held' : 'waiting',
    created: now,
    attempts: 0,
    nextAttemptAtMs: Date.now(),
    lastAnswer: null,
    copiesLeft: fault?.kind === 'repeat' ? fault.count : 1,
    tampering: isTampered ? fault.kind : null,
    tamperedLeft: isTampered ? fault.count : 0,
    releaseAt: isDelayedByClock ? event.created + (fault.delaySeconds ?? 0) : null,
    reorderGroup: fault?.kind === 'reorder' ? fault.id : null,
  };
}

/** A reordering lets its deliveries go, last first, when it has collected as many as it was told to. */
function releaseFullGroup(sandbox: Sandbox, fault: WebhookFaultRecord): void {
  const isSameGroup = (delivery: DeliveryRecord): boolean => delivery.reorderGroup === fault.id;
  const collected = [...sandbox.store.deliveries.values()].filter(isSameGroup);
  if (collected.length >= fault.count) releaseDeliveries(sandbox, isSameGroup);
}
