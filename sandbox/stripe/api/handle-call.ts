import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeApiFault } from '#sandbox/faults.ts';
import type { ApiFaultRecord } from '#sandbox/records.ts';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { processDueSubscriptions } from '../billing/due-subscriptions.ts';
import { StripeError, errorBody } from '../error.ts';
import type { Endpoint } from './endpoint.ts';
import { findRememberedResponse, fingerprintOf, keyInUse } from './idempotency.ts';
import { requirePermissions } from './permissions.ts';

/** One call as it arrived over HTTP. */
export interface ApiCall {
  readonly method: string;
  readonly path: string;
  /** The id in the path, or an empty string. */
  readonly id: string;
  readonly parameters: unknown;
  readonly authorization: string | undefined;
  readonly idempotencyKey: string | null;
  readonly requestId: string;
}

/** A response in JSON, or a connection that is cut. */
export type ApiResponse =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly body: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'cut' };

/**
 * Creates the function that responds to a call: it checks the API key and its permissions, applies an armed fault, and runs the
 * endpoint once per idempotency key.
 */
export function createCallHandler(sandbox: Sandbox) {
  const keysInUse = new Set<string>();

  return async (endpoint: Endpoint, call: ApiCall): Promise<ApiResponse> => {
    authenticate(call.authorization, sandbox.config.secretKey);
    requirePermissions(sandbox, call);
    const key = call.method === 'POST' ? call.idempotencyKey : null;
    processDueSubscriptions(sandbox);
    if (key !== null && keysInUse.has(key)) throw keyInUse();
    if (key !== null) keysInUse.add(key);
    try {
      const fault = takeApiFault(sandbox.store, call.method, call.path);
      if (fault?.kind === 'slow' && fault.moment === 'before_effect') await sleep(fault.slowMs);
      else if (fault?.moment === 'before_effect') return faultyResponse(sandbox, fault, call, key);
      const response = runOnce(sandbox, endpoint, call, key);
      if (fault?.moment !== 'after_effect') return response;
      if (fault.kind !== 'slow') return faultyResponse(sandbox, fault, call, key);
      await sleep(fault.slowMs);
      return response;
    } finally {
      if (key !== null) keysInUse.delete(key);
    }
  };
}

/** Throws a 401 unless the call carries the secret key, as a bearer token or as the user name of Basic authentication. */
function authenticate(authorization: string | undefined, secretKey: string): void {
  const apiKey = readKey(authorization);
  if (apiKey === '') {
    const message =
      "You did not provide an API key. Send it in the Authorization header, as in 'Authorization: Bearer YOUR_SECRET_KEY'.";
    throw new StripeError(401, 'invalid_request_error', message);
  }
  if (timingSafeEqual(digest(apiKey), digest(secretKey))) return;
  const message = `Invalid API Key provided: ${apiKey.slice(0, 8)}****${apiKey.slice(-4)}`;
  throw new StripeError(401, 'invalid_request_error', message, { code: 'api_key_invalid' });
}

function readKey(authorization: string | undefined): string {
  const [scheme, credentials = ''] = (authorization ?? '').split(' ', 2);
  if (scheme?.toLowerCase() === 'bearer') return credentials.trim();
  if (scheme?.toLowerCase() !== 'basic') return '';
  return Buffer.from(credentials, 'base64').toString('utf8').split(':', 1)[0] ?? '';
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Runs the endpoint, once per key if there is one. The effect and the remembered response are committed together. */
function runOnce(sandbox: Sandbox, endpoint: Endpoint, call: ApiCall, key: string | null): ApiResponse {
  const fingerprint = key === null ? '' : fingerprintOf(call.method, call.path, call.parameters);
  const remembered = key === null ? undefined : findRememberedResponse(sandbox, key, fingerprint);
  if (remembered !== undefined) {
    const { status, body } = remembered;
    return { kind: 'response', status, body, headers: { 'idempotent-replayed': 'true' } };
  }
  return sandbox.store.transact(() => {
    const run = endpoint.prepare(sandbox, call.parameters, call.id);
    const { status, body } = outcomeOf(() => run({ requestId: call.requestId, idempotencyKey: key }));
    remember(sandbox, key, fingerprint, status, body);
    return { kind: 'response', status, body, headers: {} };
  });
}

function outcomeOf(run: () => object): { status: number; body: string } {
  try {
    return { status: 200, body: JSON.stringify(run()) };
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return { status: error.status, body: JSON.stringify(errorBody(error)) };
  }
}

function remember(sandbox: Sandbox, key: string | null, fingerprint: string, status: number, body: string): void {
  if (key === null) return;
  sandbox.store.idempotency.put({ id: key, created: sandbox.clock.nowSeconds(), fingerprint, status, body });
}

const statusErrors: Readonly<Record<number, StripeError>> = {
  409: new StripeError(
    409,
    'invalid_request_error',
    'This object cannot be accessed right now because another request is accessing it.',
    { code: 'lock_timeout' },
  ),
  429: new StripeError(429, 'invalid_request_error', 'Request rate limit exceeded.', { code: 'rate_limit' }),
  503: new StripeError(503, 'api_error', 'The service is temporarily unavailable.'),
};

/** Creates the response that an armed fault asks for. As with Stripe, only a 500 is remembered under the key. */
function faultyResponse(sandbox: Sandbox, fault: ApiFaultRecord, call: ApiCall, key: string | null): ApiResponse {
  if (fault.kind === 'cut') return { kind: 'cut' };
  if (fault.kind === 'odd_json') {
    const body = JSON.stringify({ message: 'Something else responded' });
    return { kind: 'response', status: fault.status, body, headers: {} };
  }
  const error = statusErrors[fault.status] ?? new StripeError(fault.status, 'api_error', 'An unknown error occurred.');
  const body = JSON.stringify(errorBody(error));
  const isRemembered = fault.status === 500 && key !== null;
  if (isRemembered) remember(sandbox, key, fingerprintOf(call.method, call.path, call.parameters), fault.status, body);
  const headers: Record<string, string> = isRemembered ? { 'stripe-should-retry': 'false' } : {};
  return { kind: 'response', status: fault.status, body, headers };
}
