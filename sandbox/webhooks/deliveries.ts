import type { DeliveryRecord, EventRecord, WebhookFaultRecord } from '../records.ts';
import type { Sandbox } from '../sandbox.ts';

/** Stores the delivery of an event, with its fault, and sends it after the commit unless the fault drops or holds it. */
export function planDelivery(sandbox: Sandbox, event: EventRecord, fault: WebhookFaultRecord | undefined): void {
  if (!sandbox.webhooks.hasTarget(event)) return;
  const { store, webhooks } = sandbox;
  store.deliveries.put(newDelivery(event, fault, sandbox.clock.presentSeconds()));
  if (fault?.kind === 'reorder') releaseFullGroup(sandbox, fault);
  store.afterCommit(() => webhooks.schedule([event.id]));
}

/** Creates a delivery. It has the present time, even if its event has a date in the past. */
function newDelivery(event: EventRecord, fault: WebhookFaultRecord | undefined, now: number): DeliveryRecord {
  const isTampered = fault?.kind === 'wrong_signature' || fault?.kind === 'old_timestamp';
  const isHeld = fault?.kind === 'delay' || fault?.kind === 'reorder';
  const isDelayedByClock = fault?.kind === 'delay' && fault.delaySeconds !== null;
  return {
    id: event.id,
    status: fault?.kind === 'drop' ? 'dropped' : isHeld ? 'held' : 'waiting',
    created: now,
    attempts: 0,
    nextAttemptAtMs: Date.now(),
    lastOutcome: null,
    copiesLeft: fault?.kind === 'repeat' ? fault.count : 1,
    tampering: isTampered ? fault.kind : null,
    tamperedAttemptsLeft: isTampered ? fault.count : 0,
    releaseAt: isDelayedByClock ? event.created + (fault.delaySeconds ?? 0) : null,
    reorderGroup: fault?.kind === 'reorder' ? fault.id : null,
  };
}

/** Releases the deliveries of a reordering, newest first, when enough have been collected. */
function releaseFullGroup(sandbox: Sandbox, fault: WebhookFaultRecord): void {
  const isSameGroup = (delivery: DeliveryRecord): boolean => delivery.reorderGroup === fault.id;
  const collected = [...sandbox.store.deliveries.values()].filter(isSameGroup);
  if (collected.length >= fault.count) releaseDeliveries(sandbox, isSameGroup);
}

/** Releases held deliveries, newest first. Returns their number. */
export function releaseDeliveries(sandbox: Sandbox, isChosen: (delivery: DeliveryRecord) => boolean): number {
  const { store, webhooks } = sandbox;
  const chosen = store.deliveries.newestFirst().filter((delivery) => delivery.status === 'held' && isChosen(delivery));
  if (chosen.length === 0) return 0;
  store.transact(() => {
    for (const delivery of chosen) {
      store.deliveries.put({ ...delivery, status: 'waiting', nextAttemptAtMs: Date.now(), releaseAt: null });
    }
    store.afterCommit(() => webhooks.schedule(chosen.map((delivery) => delivery.id)));
  });
  return chosen.length;
}

/** Releases deliveries whose delay has ended by the sandbox's clock. */
export function releaseDueDeliveries(sandbox: Sandbox): number {
  const now = sandbox.clock.nowSeconds();
  return releaseDeliveries(sandbox, (delivery) => delivery.releaseAt !== null && delivery.releaseAt <= now);
}
