import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { takeApiFault } from '#sandbox/faults.ts';
import type { ApiFaultRecord } from '#sandbox/records.ts';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { PayPalError, invalidRequest, paypalErrorBody, unprocessable } from '../error.ts';
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
  readonly requestId: string | null;
  /** The error requested by the header `PayPal-Mock-Response`. */
  readonly mockedIssue: string | null;
  readonly debugId: string;
}

/** An answer in JSON, or a connection that is cut. */
export type PayPalAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly body: string }
  | { readonly kind: 'cut' };

/** An endpoint returns its answer's status and body, or throws a PayPalError. */
export type PayPalEndpoint = (sandbox: Sandbox, call: PayPalCall) => { readonly status: number; readonly body: object };

/** Answers a call: applies an armed fault, checks the token, and runs the endpoint once per request id. */
export async function answerCall(sandbox: Sandbox, call: PayPalCall, endpoint: PayPalEndpoint): Promise<PayPalAnswer> {
  const fault = takeApiFault(sandbox.store, call.method, call.path);
  if (fault?.kind === 'slow' && fault.moment === 'before_effect') await sleep(fault.slowMs);
  else if (fault?.moment === 'before_effect') return faultyAnswer(fault, call);
  const answer = runOnce(sandbox, call, endpoint);
  if (fault?.moment !== 'after_effect') return answer;
  if (fault.kind !== 'slow') return faultyAnswer(fault, call);
  await sleep(fault.slowMs);
  return answer;
}

const rememberedSeconds = 6 * 3600;

/** Runs the endpoint once per request id. The effect and the remembered answer are committed together. */
function runOnce(sandbox: Sandbox, call: PayPalCall, endpoint: PayPalEndpoint): PayPalAnswer {
  return sandbox.store.transact(() => {
    const id = call.method === 'POST' && call.requestId !== null ? `${call.path} ${call.requestId}` : null;
    const remembered = id === null ? undefined : sandbox.store.paypalAnswers.get(id);
    if (remembered && remembered.created > sandbox.clock.nowSeconds() - rememberedSeconds) {
      return { kind: 'answer', status: remembered.status === 201 ? 200 : remembered.status, body: remembered.body };
    }
    const { status, body } = outcomeOf(sandbox, call, endpoint);
    const text = JSON.stringify(body);
    if (id !== null && status < 300) {
      sandbox.store.paypalAnswers.put({ id, created: sandbox.clock.nowSeconds(), status, body: text });
    }
    return { kind: 'answer', status, body: text };
  });
}

function outcomeOf(sandbox: Sandbox, call: PayPalCall, endpoint: PayPalEndpoint): { status: number; body: object } {
  try {
    authenticateCall(sandbox, call.authorization);
    if (call.mockedIssue !== null) throw unprocessable(call.mockedIssue, 'Requested by PayPal-Mock-Response.');
    return endpoint(sandbox, call);
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    return { status: error.status, body: paypalErrorBody(error, call.debugId) };
  }
}

function faultyAnswer(fault: ApiFaultRecord, call: PayPalCall): PayPalAnswer {
  if (fault.kind === 'cut') return { kind: 'cut' };
  const error = new PayPalError(fault.status, 'INTERNAL_SERVER_ERROR', 'An internal server error has occurred.');
  const body =
    fault.kind === 'odd_json' ? { message: 'Something else answered' } : paypalErrorBody(error, call.debugId);
  return { kind: 'answer', status: fault.status, body: JSON.stringify(body) };
}

/** Parses a body or a query. Throws a refusal that names its first problem. */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw invalidProperty(issue?.path ?? [], issue?.message ?? 'invalid');
}

/** The refusal of an invalid property. */
export const invalidProperty = (path: readonly PropertyKey[], message: string): PayPalError =>
  invalidRequest({ issue: 'INVALID_PARAMETER_SYNTAX', description: message, field: `/${path.map(String).join('/')}` });
