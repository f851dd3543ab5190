import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { takeApiFault } from '#sandbox/faults.ts';
import type { ApiFaultRecord } from '#sandbox/records.ts';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { PayPalError, invalidRequest, paypalErrorBody, unprocessable } from '../error.ts';
import { captureAnswer } from '../payments/slow-capture.ts';
import type { PayPalAnswerRecord, PayPalOrderRecord, RememberedCall } from '../records.ts';
import { remember, type EndpointAnswer } from '../remember-answer.ts';
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
  /** What a repetition of this call is recognized by. */
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

const rememberedSeconds = 6 * 3600;

function findAnswer({ store, clock }: Sandbox, answerId: string | null): PayPalAnswerRecord | undefined {
  const known = store.paypalAnswers.get(answerId ?? '');
  return known && known.created > clock.nowSeconds() - rememberedSeconds ? known : undefined;
}

/** The refusal of a request id that came with another body before. */
const requestIdUsed = (): PayPalError =>
  unprocessable(
    'PAYPAL_REQUEST_ID_PREVIOUSLY_USED',
    'The PayPal-Request-ID has already been used for another request.',
  );

/** Whether a repetition under the same request id is refused again: not while the first call runs, nor without a valid token. */
const isDefinite = ({ status, details }: PayPalError): boolean =>
  status !== 401 && status !== 409 && !details.some(({ issue }) => transientIssues.has(issue));

const transientIssues = new Set(['ORDER_COMPLETION_IN_PROGRESS', 'PAYPAL_REQUEST_ID_PREVIOUSLY_USED']);

/** An armed refusal (4xx) is remembered under its request id, like any other. */
function faultyAnswer(sandbox: Sandbox, fault: ApiFaultRecord, call: PayPalCall): PayPalAnswer {
  if (fault.kind === 'cut') return { kind: 'cut' };
  const error = new PayPalError(fault.status, 'INTERNAL_SERVER_ERROR', 'An internal server error has occurred.');
  if (fault.kind === 'odd_json')
    return toAnswer({ status: fault.status, body: { message: 'Something else answered' } });
  const answer = { status: fault.status, body: paypalErrorBody(error, call.debugId) };
  const isRefusal = fault.status < 500 && fault.moment === 'before_effect' && isDefinite(error);
  return isRefusal ? remember(sandbox, call.remembered, answer) : toAnswer(answer);
}

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
