import { setTimeout as sleep } from 'node:timers/promises';
import { takeApiFault } from '../faults/take-fault.ts';
import type { Sandbox } from '../sandbox.ts';
import type { ApiFaultRecord } from '../state/records.ts';
import { billDueSubscriptions } from '../stripe-billing/bill-due-subscriptions.ts';
import { StripeError, errorBody } from '../stripe/stripe-error.ts';
import { authenticate } from './authenticate.ts';
import type { Endpoint } from './endpoint.ts';
import { fingerprintOf, keyInUse, rememberedAnswer } from './idempotency.ts';

/** One call as it came over HTTP. */
export interface ApiCall {
  readonly method: string;
  readonly path: string;
  /** Id in the path, or an empty text. */
  readonly id: string;
  readonly parameters: unknown;
  readonly authorization: string | undefined;
  readonly idempotencyKey: string | null;
  readonly requestId: string;
}

/** What goes back: a status and a JSON text, or a connection that is cut. */
export type ApiAnswer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'cut' };

/** Makes the function that carries one call through key, faults, idempotency and its endpoint. */
export function createCallHandler(sandbox: Sandbox) {
  const keysInUse = new Set<string>();

  return async (endpoint: Endpoint, call: ApiCall): Promise<ApiAnswer> => {
    authenticate(call.authorization, sandbox.config.secretKey);
    const key = call.method === 'POST' ? call.idempotencyKey : null;
    billDueSubscriptions(sandbox);
    if (key !== null && keysInUse.has(key)) throw keyInUse();
    if (key !== null) keysInUse.add(key);
    try {
      const fault = takeApiFault(sandbox.store, call.method, call.path);
      if (fault?.kind === 'slow' && fault.moment === 'before_effect') await sleep(fault.slowMs);
      else if (fault?.moment === 'before_effect') return faultyAnswer(sandbox, fault, call, key);
      const answer = perform(sandbox, endpoint, call, key);
      if (fault?.moment !== 'after_effect') return answer;
      if (fault.kind !== 'slow') return faultyAnswer(sandbox, fault, call, key);
      await sleep(fault.slowMs);
      return answer;
    } finally {
      if (key !== null) keysInUse.delete(key);
    }
  };
}

/** Does the deed once per key: effect and remembered answer are written together or not at all. */
function perform(sandbox: Sandbox, endpoint: Endpoint, call: ApiCall, key: string | null): ApiAnswer {
  const fingerprint = key === null ? '' : fingerprintOf(call.method, call.path, call.parameters);
  const remembered = key === null ? undefined : rememberedAnswer(sandbox, key, fingerprint);
  if (remembered !== undefined) {
    return {
      kind: 'answer',
      status: remembered.status,
      body: remembered.body,
      headers: { 'idempotent-replayed': 'true' },
    };
  }
  return sandbox.store.transact(() => {
    const deed = endpoint.prepare(sandbox, call.parameters, call.id);
    const { status, body } = outcomeOf(() => deed({ requestId: call.requestId, idempotencyKey: key }));
    remember(sandbox, key, fingerprint, status, body);
    return { kind: 'answer', status, body, headers: {} };
  });
}

function outcomeOf(deed: () => unknown): { status: number; body: string } {
  try {
    return { status: 200, body: JSON.stringify(deed()) };
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
    {
      code: 'lock_timeout',
    },
  ),
  429: new StripeError(429, 'invalid_request_error', 'Request rate limit exceeded.', { code: 'rate_limit' }),
  503: new StripeError(503, 'api_error', 'The service is temporarily unavailable.'),
};

/** The armed fault in place of the true answer. A 500 is remembered under the key, as with Stripe; the others are not. */
function faultyAnswer(sandbox: Sandbox, fault: ApiFaultRecord, call: ApiCall, key: string | null): ApiAnswer {
  if (fault.kind === 'cut') return { kind: 'cut' };
  if (fault.kind === 'odd_json') {
    return {
      kind: 'answer',
      status: fault.status,
      body: JSON.stringify({ message: 'Something else answered' }),
      headers: {},
    };
  }
  const error = statusErrors[fault.status] ?? new StripeError(fault.status, 'api_error', 'An unknown error occurred.');
  const body = JSON.stringify(errorBody(error));
  const isRemembered = fault.status === 500 && key !== null;
  if (isRemembered) remember(sandbox, key, fingerprintOf(call.method, call.path, call.parameters), fault.status, body);
  const headers: Record<string, string> = isRemembered ? { 'stripe-should-retry': 'false' } : {};
  return { kind: 'answer', status: fault.status, body, headers };
}
