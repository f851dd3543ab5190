import type { ApiFaultRecord, FaultRecord, WebhookFaultRecord } from '../state/records.ts';
import type { Store } from '../state/store.ts';

/** Takes the oldest armed fault for an event of this type, counting it down. */
export function takeWebhookFault(store: Store, eventType: string): WebhookFaultRecord | undefined {
  for (const fault of store.faults.values()) {
    if (fault.target !== 'webhook') continue;
    if (fault.eventTypes !== null && !fault.eventTypes.includes(eventType)) continue;
    countDown(store, fault);
    return fault;
  }
  return undefined;
}

/** Takes the oldest armed fault for an API call, counting it down. */
export function takeApiFault(store: Store, method: string, path: string): ApiFaultRecord | undefined {
  for (const fault of store.faults.values()) {
    if (fault.target !== 'api') continue;
    if (fault.method !== null && fault.method !== method) continue;
    if (fault.path !== null && !fitsPath(fault.path, path)) continue;
    countDown(store, fault);
    return fault;
  }
  return undefined;
}

function countDown(store: Store, fault: FaultRecord): void {
  if (fault.timesLeft <= 1) store.faults.remove(fault.id);
  else store.faults.put({ ...fault, timesLeft: fault.timesLeft - 1 });
}

/** Compares segment by segment; `*` fits any one segment. */
function fitsPath(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length && wanted.every((segment, index) => segment === '*' || segment === given[index])
  );
}
