import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { takeApiFault } from '#sandbox/faults.ts';
import type { ApiFaultRecord } from '#sandbox/records.ts';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { PayPalError, invalidRequest, paypalErrorBody, unprocessable } from '../error.ts';
import { captureResponse } from '../payments/slow-capture.ts';
import type { PayPalOrderRecord, RememberedCall } from '../records.ts';
import { findResponse, isDefinite, remember, requestIdUsed, type EndpointResponse } from '../remembered-responses.ts';
import { authenticateCall } from './access-token.ts';

/** One call as it arrived over HTTP. */
export interface PayPalCall {
  readonly method: string;
  readonly path: string;
  /** Id in the path, or an empty string. */
  readonly id: string;
  readonly body: unknown;
  readonly query: unknown;
  readonly authorization: string | undefined;
  /** Identifies a repetition of this call. */
  readonly remembered: RememberedCall;
  /** The error requested by the header `PayPal-Mock-Response`. */
  readonly mockedIssue: string | null;
  readonly debugId: string;
}

/** A response in JSON, or a dropped connection. */
export type PayPalResponse =
  | { readonly kind: 'response'; readonly status: number; readonly body: string }
  | { readonly kind: 'cut' };

/** The order whose slow capture has to end before the call gets a response. */
interface RunningResponse {
  readonly runningOrderId: string;
}

/** Returns the response's status and body, or the order to wait for. Throws a PayPalError to refuse the call. */
export type PayPalEndpoint = (sandbox: Sandbox, call: PayPalCall) => EndpointResponse | RunningResponse;

/** Responds to a call: applies an armed fault, checks the token, and runs the endpoint once per request id. */
export async function handleCall(
  sandbox: Sandbox,
  call: PayPalCall,
  endpoint: PayPalEndpoint,
): Promise<PayPalResponse> {
  const fault = takeApiFault(sandbox.store, call.method, call.path);
  if (fault?.kind === 'slow' && fault.moment === 'before_effect') await sleep(fault.slowMs);
  else if (fault?.moment === 'before_effect') return faultyResponse(sandbox, fault, call);
  const first = runOnce(sandbox, call, endpoint);
  const response = 'runningOrderId' in first ? await awaitSlowCapture(sandbox, call, first.runningOrderId) : first;
  if (fault?.moment !== 'after_effect') return response;
  if (fault.kind !== 'slow') return faultyResponse(sandbox, fault, call);
  await sleep(fault.slowMs);
  return response;
}

/** Waits, in real time, for the capture to end by the sandbox's clock. Returns the response to it. */
async function awaitSlowCapture(sandbox: Sandbox, call: PayPalCall, orderId: string): Promise<PayPalResponse> {
  for (;;) {
    const order = sandbox.store.paypalOrders.get(orderId);
    if (!order) return { kind: 'cut' }; // the sandbox was reset
    if (order.runningCapture === null) return firstResponse(sandbox, call, order);
    await sleep(runningPollMs);
  }
}

const runningPollMs = 20;

function firstResponse(sandbox: Sandbox, { remembered }: PayPalCall, order: PayPalOrderRecord): PayPalResponse {
  const stored = sandbox.store.paypalResponses.get(remembered.answerId ?? '');
  const body = stored?.body ?? JSON.stringify(captureResponse(sandbox, order, remembered));
  return { kind: 'response', status: 201, body };
}

/**
 * Runs the endpoint once per request id: a repetition gets the first response, even a refusal. The effect and the remembered
 * response are committed together.
 */
function runOnce(sandbox: Sandbox, call: PayPalCall, endpoint: PayPalEndpoint): PayPalResponse | RunningResponse {
  return sandbox.store.transact(() => {
    const { answerId, bodyText } = call.remembered;
    try {
      authenticateCall(sandbox, call.authorization);
      const known = findResponse(sandbox, answerId);
      if (known && known.bodyText !== bodyText) throw requestIdUsed();
      if (known) return { kind: 'response', status: known.status === 201 ? 200 : known.status, body: known.body };
      if (call.mockedIssue !== null) throw unprocessable(call.mockedIssue, 'Requested by PayPal-Mock-Response.');
      const response = endpoint(sandbox, call);
      return 'runningOrderId' in response ? response : remember(sandbox, call.remembered, response);
    } catch (error) {
      if (!(error instanceof PayPalError)) throw error;
      const response = { status: error.status, body: paypalErrorBody(error, call.debugId) };
      return isDefinite(error) ? remember(sandbox, call.remembered, response) : toResponse(response);
    }
  });
}

/** The response of an armed fault. A refusal (4xx) before the effect is remembered under its request id, like any other. */
function faultyResponse(sandbox: Sandbox, fault: ApiFaultRecord, call: PayPalCall): PayPalResponse {
  if (fault.kind === 'cut') return { kind: 'cut' };
  const [code, message] = errorNames[fault.status] ?? internalError;
  const error = new PayPalError(fault.status, code, message);
  if (fault.kind === 'odd_json')
    return toResponse({ status: fault.status, body: { message: 'Something else responded' } });
  const response = { status: fault.status, body: paypalErrorBody(error, call.debugId) };
  const isRefusal = fault.status < 500 && fault.moment === 'before_effect' && isDefinite(error);
  return isRefusal ? remember(sandbox, call.remembered, response) : toResponse(response);
}

type ErrorName = readonly [code: string, message: string];

const internalError: ErrorName = ['INTERNAL_SERVER_ERROR', 'An internal server error has occurred.'];

/** PayPal's names of errors by status. */
const errorNames: Readonly<Partial<Record<number, ErrorName>>> = {
  400: ['INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  403: ['NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.'],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  429: ['RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.'],
  503: ['SERVICE_UNAVAILABLE', 'Service Unavailable.'],
};

const toResponse = ({ status, body }: EndpointResponse): PayPalResponse => ({
  kind: 'response',
  status,
  body: JSON.stringify(body),
});

/** Parses a body or a query. Throws a refusal that names the first invalid property. */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw invalidProperty(parsed.error.issues[0]?.path ?? []);
}

export const invalidProperty = (path: readonly PropertyKey[]): PayPalError =>
  invalidRequest({
    issue: 'INVALID_PARAMETER_SYNTAX',
    description: 'The value of a field does not conform to the expected format.',
    field: `/${path.map(String).join('/')}`,
  });
