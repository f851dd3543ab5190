import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { takeApiFault } from '#sandbox/faults.ts';
import type { ApiFaultRecord } from '#sandbox/records.ts';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { PayPalError, invalidRequest, paypalErrorBody, unprocessable } from '../error.ts';
import { captureAnswer } from '../payments/slow-capture.ts';
import type { PayPalOrderRecord, RememberedCall } from '../records.ts';
import { findAnswer, isDefinite, remember, requestIdUsed, type EndpointAnswer } from '../remembered-answers.ts';
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

/** An answer in JSON, or a connection that is cut. */
export type PayPalAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly body: string }
  | { readonly kind: 'cut' };

/** The order whose slow capture has to end before the call is answered. */
interface RunningAnswer {
  readonly runningOrderId: string;
}

/** An endpoint returns its answer's status and body, or throws a PayPalError. */
export type PayPalEndpoint = (sandbox: Sandbox, call: PayPalCall) => EndpointAnswer | RunningAnswer;

/** Answers a call: applies an armed fault, checks the token, and runs the endpoint once per request id. */
export async function answerCall(sandbox: Sandbox, call: PayPalCall, endpoint: PayPalEndpoint): Promise<PayPalAnswer> {
  const fault = takeApiFault(sandbox.store, call.method, call.path);
  if (fault?.kind === 'slow' && fault.moment === 'before_effect') await sleep(fault.slowMs);
  else if (fault?.moment === 'before_effect') return faultyAnswer(sandbox, fault, call);
  const first = runOnce(sandbox, call, endpoint);
  const answer = 'runningOrderId' in first ? await endOfSlowCapture(sandbox, call, first.runningOrderId) : first;
  if (fault?.moment !== 'after_effect') return answer;
  if (fault.kind !== 'slow') return faultyAnswer(sandbox, fault, call);
  await sleep(fault.slowMs);
  return answer;
}

/** Waits in real time until the sandbox's clock has ended the capture and stored its answer. */
async function endOfSlowCapture(sandbox: Sandbox, call: PayPalCall, orderId: string): Promise<PayPalAnswer> {
  for (;;) {
    const order = sandbox.store.paypalOrders.get(orderId);
    if (!order) return { kind: 'cut' }; // the sandbox was reset
    if (order.runningCapture === null) return firstAnswer(sandbox, call, order);
    await sleep(runningPollMs);
  }
}

const runningPollMs = 20;

function firstAnswer(sandbox: Sandbox, { remembered }: PayPalCall, order: PayPalOrderRecord): PayPalAnswer {
  const stored = sandbox.store.paypalAnswers.get(remembered.answerId ?? '');
  const body = stored?.body ?? JSON.stringify(captureAnswer(sandbox, order, remembered));
  return { kind: 'answer', status: 201, body };
}

/**
 * Runs the endpoint once per request id: a repetition gets the first answer, even a refusal. The effect and the remembered
 * answer are committed together.
 */
function runOnce(sandbox: Sandbox, call: PayPalCall, endpoint: PayPalEndpoint): PayPalAnswer | RunningAnswer {
  return sandbox.store.transact(() => {
    const { answerId, bodyText } = call.remembered;
    try {
      authenticateCall(sandbox, call.authorization);
      const known = findAnswer(sandbox, answerId);
      if (known && known.bodyText !== bodyText) throw requestIdUsed();
      if (known) return { kind: 'answer', status: known.status === 201 ? 200 : known.status, body: known.body };
      if (call.mockedIssue !== null) throw unprocessable(call.mockedIssue, 'Requested by PayPal-Mock-Response.');
      const answer = endpoint(sandbox, call);
      return 'runningOrderId' in answer ? answer : remember(sandbox, call.remembered, answer);
    } catch (error) {
      if (!(error instanceof PayPalError)) throw error;
      const answer = { status: error.status, body: paypalErrorBody(error, call.debugId) };
      return isDefinite(error) ? remember(sandbox, call.remembered, answer) : toAnswer(answer);
    }
  });
}

/** An armed refusal (4xx) is remembered under its request id, like any other. */
function faultyAnswer(sandbox: Sandbox, fault: ApiFaultRecord, call: PayPalCall): PayPalAnswer {
  if (fault.kind === 'cut') return { kind: 'cut' };
  const [code, message] = errorNames[fault.status] ?? internalError;
  const error = new PayPalError(fault.status, code, message);
  if (fault.kind === 'odd_json')
    return toAnswer({ status: fault.status, body: { message: 'Something else answered' } });
  const answer = { status: fault.status, body: paypalErrorBody(error, call.debugId) };
  const isRefusal = fault.status < 500 && fault.moment === 'before_effect' && isDefinite(error);
  return isRefusal ? remember(sandbox, call.remembered, answer) : toAnswer(answer);
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

const toAnswer = ({ status, body }: EndpointAnswer): PayPalAnswer => ({
  kind: 'answer',
  status,
  body: JSON.stringify(body),
});

/** Parses a body or a query. Throws a refusal that names its first problem. */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw invalidProperty(parsed.error.issues[0]?.path ?? []);
}

/** The refusal of an invalid property. */
export const invalidProperty = (path: readonly PropertyKey[]): PayPalError =>
  invalidRequest({
    issue: 'INVALID_PARAMETER_SYNTAX',
    description: 'The value of a field does not conform to the expected format.',
    field: `/${path.map(String).join('/')}`,
  });
