import { createHash } from 'node:crypto';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { StripeError, invalidParameter } from '../error.ts';
import type { IdempotencyRecord } from '../records.ts';

/** Responses are remembered for a day of sandbox time. */
const rememberedSeconds = 24 * 3600;

/** Identifies a call by its method, path and parameters. The order of parameters does not matter. */
export function fingerprintOf(method: string, path: string, parameters: unknown): string {
  return createHash('sha256')
    .update(`${method} ${path} ${sortedJson(parameters)}`)
    .digest('base64');
}

function sortedJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${sortedJson(inner)}`).join(',')}}`;
}

/**
 * Finds the response remembered under a key.
 * Throws a StripeError when the key was used with other parameters or is too long.
 */
export function findRememberedResponse(
  sandbox: Sandbox,
  key: string,
  fingerprint: string,
): IdempotencyRecord | undefined {
  if (key.length > 255) {
    const message = 'Idempotency keys can be at most 255 characters long.';
    throw invalidParameter('idempotency_key', 'parameter_invalid', message);
  }
  const record = sandbox.store.idempotency.get(key);
  if (record === undefined) return undefined;
  if (record.created < sandbox.clock.nowSeconds() - rememberedSeconds) {
    sandbox.store.idempotency.remove(key);
    return undefined;
  }
  if (record.fingerprint === fingerprint) return record;
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
  throw new StripeError(400, 'idempotency_error', message);
}

/** The refusal of a call while another one with the same key is running. */
export function keyInUse(): StripeError {
  const message = 'There is currently another in-progress request using this Idempotency Key. Please try again later.';
  return new StripeError(409, 'idempotency_error', message, { code: 'idempotency_key_in_use' });
}

/** Forgets responses that are older than a day; the oldest are stored first. */
export function forgetOldResponses(sandbox: Sandbox): void {
  const oldest = sandbox.clock.nowSeconds() - rememberedSeconds;
  sandbox.store.transact(() => {
    for (const record of sandbox.store.idempotency.values()) {
      if (record.created >= oldest) break;
      sandbox.store.idempotency.remove(record.id);
    }
  });
}
