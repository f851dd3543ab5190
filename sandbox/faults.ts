import { z } from 'zod';
import type { ApiFaultRecord, FaultRecord, WebhookFaultRecord } from './records.ts';
import type { Sandbox } from './sandbox.ts';
import { newId } from './stripe/ids.ts';
import type { Store } from './store.ts';

/** Programs send numbers; the operator's page sends strings. */
const wholeNumber = z.coerce.number().int().min(0).max(1_000_000_000);

const emptyAsNull = (value: unknown): unknown => (value === '' || value === undefined ? null : value);

const eventTypes = z.preprocess((value) => {
  const entered = emptyAsNull(value);
  return typeof entered === 'string' ? entered.split(/[\s,]+/) : entered;
}, z.array(z.string()).nullable());

/** A fault for webhooks: what goes wrong, for which events and how often. */
export const webhookFaultSchema = z.object({
  kind: z.enum(['drop', 'never_generate', 'repeat', 'delay', 'reorder', 'wrong_signature', 'old_timestamp']),
  /** The types of the affected events; if absent, all. */
  eventTypes,
  /** The number of affected events. A reordering affects `count` events instead. */
  times: wholeNumber.min(1).default(1),
  /** Copies of a repeated event, events to reorder together, or tampered attempts before the genuine one. */
  count: wholeNumber.min(1).optional(),
  /** Length of a delay in sandbox seconds; if absent, the webhook is held until it is released. */
  delaySeconds: z.preprocess(emptyAsNull, wholeNumber.nullable()),
});

/** A fault for API calls: what goes wrong, for which calls and how often. */
export const apiFaultSchema = z.object({
  kind: z.enum(['status', 'slow', 'cut', 'odd_json']),
  method: z.preprocess(emptyAsNull, z.enum(['GET', 'POST', 'DELETE']).nullable()),
  /** Path of the affected calls; `*` matches any one segment. If absent, all calls. */
  path: z.preprocess(emptyAsNull, z.string().nullable()),
  times: wholeNumber.min(1).default(1),
  moment: z.enum(['before_effect', 'after_effect']).default('before_effect'),
  status: wholeNumber.min(200).max(599).default(500),
  slowMs: wholeNumber.max(600_000).default(5000),
});

const defaultCounts = { repeat: 2, reorder: 3 } as const;

/** Arms a fault for webhooks. Returns its id. */
export function armWebhookFault(sandbox: Sandbox, request: z.output<typeof webhookFaultSchema>): string {
  const { kind } = request;
  const count = request.count ?? (kind === 'repeat' || kind === 'reorder' ? defaultCounts[kind] : 1);
  return arm(sandbox, {
    id: newId.fault(),
    target: 'webhook',
    kind,
    eventTypes: request.eventTypes,
    timesLeft: kind === 'reorder' ? count : request.times,
    count,
    delaySeconds: request.delaySeconds,
  });
}

/** Arms a fault for API calls. Returns its id. */
export function armApiFault(sandbox: Sandbox, request: z.output<typeof apiFaultSchema>): string {
  const { times, ...rest } = request;
  return arm(sandbox, { id: newId.fault(), target: 'api', ...rest, timesLeft: times });
}

/** Arms a fault that removes a permission from the merchant's key. Returns its id. */
export const armPermissionFault = (sandbox: Sandbox, permission: string): string =>
  arm(sandbox, { id: newId.fault(), target: 'permission', permission });

/** Returns true if the merchant's key has a permission. A key without the permission to read cannot write either. */
export function hasPermission({ store }: Sandbox, permission: string): boolean {
  for (const fault of store.faults.values()) {
    if (
      fault.target === 'permission' &&
      [permission, permission.replace(/_write$/, '_read')].includes(fault.permission)
    ) {
      return false;
    }
  }
  return true;
}

/** Disarms every fault. Deliveries that are already held stay held. */
export function clearFaults(sandbox: Sandbox): void {
  const { store } = sandbox;
  store.transact(() => {
    for (const fault of store.faults.values()) store.faults.remove(fault.id);
  });
}

function arm(sandbox: Sandbox, fault: FaultRecord): string {
  sandbox.store.faults.put(fault);
  return fault.id;
}

/** Takes the oldest fault armed for an event type, and counts it down. */
export function takeWebhookFault(store: Store, eventType: string): WebhookFaultRecord | undefined {
  for (const fault of store.faults.values()) {
    if (fault.target !== 'webhook') continue;
    if (fault.eventTypes !== null && !fault.eventTypes.includes(eventType)) continue;
    countDown(store, fault);
    return fault;
  }
  return undefined;
}

/** Takes the oldest fault armed for an API call, and counts it down. */
export function takeApiFault(store: Store, method: string, path: string): ApiFaultRecord | undefined {
  for (const fault of store.faults.values()) {
    if (fault.target !== 'api') continue;
    if (fault.method !== null && fault.method !== method) continue;
    if (fault.path !== null && !matchesPath(fault.path, path)) continue;
    countDown(store, fault);
    return fault;
  }
  return undefined;
}

function countDown(store: Store, fault: WebhookFaultRecord | ApiFaultRecord): void {
  if (fault.timesLeft <= 1) store.faults.remove(fault.id);
  else store.faults.put({ ...fault, timesLeft: fault.timesLeft - 1 });
}

/** Compares segment by segment; `*` matches any one segment. */
function matchesPath(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const segments = path.split('/');
  return (
    wanted.length === segments.length &&
    wanted.every((segment, index) => segment === '*' || segment === segments[index])
  );
}
