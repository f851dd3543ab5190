import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import type { FaultRecord } from '../state/records.ts';
import { newId } from '../stripe/ids.ts';

/** Numbers come as such from programs and as text from the operator's page. */
const wholeNumber = z.coerce.number().int().min(0).max(1_000_000_000);

const emptyAsNull = (value: unknown): unknown => (value === '' || value === undefined ? null : value);

const eventTypes = z.preprocess((value) => {
  const given = emptyAsNull(value);
  return typeof given === 'string' ? given.split(/[\s,]+/) : given;
}, z.array(z.string()).nullable());

/** A fault for webhooks: which events, how many of them, and what goes wrong. */
export const webhookFaultSchema = z.object({
  kind: z.enum(['drop', 'never_generate', 'repeat', 'delay', 'reorder', 'wrong_signature', 'old_timestamp']),
  /** Only events of these types; all when left out. */
  eventTypes,
  /** How many events are hit. A reordering takes `count` events instead. */
  times: wholeNumber.min(1).default(1),
  /** Sendings of a repeated event, events of a reordering, or tampered attempts before the genuine one. */
  count: wholeNumber.min(1).optional(),
  /** Sandbox seconds of a delay; without them it lasts until it is released. */
  delaySeconds: z.preprocess(emptyAsNull, wholeNumber.nullable()),
});

/** A fault for API calls: which calls, how many of them, and what goes wrong. */
export const apiFaultSchema = z.object({
  kind: z.enum(['status', 'slow', 'cut', 'odd_json']),
  method: z.preprocess(emptyAsNull, z.enum(['GET', 'POST', 'DELETE']).nullable()),
  /** Path of the calls, `*` for any one segment; all calls when left out. */
  path: z.preprocess(emptyAsNull, z.string().nullable()),
  times: wholeNumber.min(1).default(1),
  moment: z.enum(['before_effect', 'after_effect']).default('before_effect'),
  status: wholeNumber.min(200).max(599).default(500),
  slowMs: wholeNumber.max(600_000).default(5000),
});

const countUsually = { repeat: 2, reorder: 3 } as const;

/** Arms a fault for webhooks. Returns its id. */
export function armWebhookFault(sandbox: Sandbox, request: z.output<typeof webhookFaultSchema>): string {
  const { kind } = request;
  const count = request.count ?? (kind === 'repeat' || kind === 'reorder' ? countUsually[kind] : 1);
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

/** Disarms every fault that still waits. Deliveries that are already held stay held. */
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
