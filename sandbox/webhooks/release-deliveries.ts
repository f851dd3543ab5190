import type { Sandbox } from '../sandbox.ts';
import type { DeliveryRecord } from '../state/records.ts';

/** Lets held deliveries go, the newest of them first. Returns how many there were. */
export function releaseDeliveries(sandbox: Sandbox, isChosen: (delivery: DeliveryRecord) => boolean): number {
  const { store, webhooks } = sandbox;
  const chosen: DeliveryRecord[] = [];
  for (const delivery of store.deliveries.olderThan()) {
    if (delivery.status === 'held' && isChosen(delivery)) chosen.push(delivery);
  }
  if (chosen.length === 0) return 0;
  store.transact(() => {
    for (const delivery of chosen) {
      store.deliveries.put({ ...delivery, status: 'waiting', nextAttemptAtMs: Date.now(), releaseAt: null });
    }
    store.afterCommit(() => webhooks.schedule(chosen.map((delivery) => delivery.id)));
  });
  return chosen.length;
}

/** Lets go what was delayed until a moment that the sandbox's clock has passed. */
export function releaseDueDeliveries(sandbox: Sandbox): number {
  const now = sandbox.clock.nowSeconds();
  return releaseDeliveries(sandbox, (delivery) => delivery.releaseAt !== null && delivery.releaseAt <= now);
}
