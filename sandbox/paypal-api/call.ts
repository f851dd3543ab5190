import { setTimeout as sleep } from 'node:timers/promises';
import { takeApiFault } from '../faults/take-fault.ts';
import { PayPalError, invalidRequest, paypalErrorBody, unprocessable } from '../paypal/paypal-error.ts';
import type { Sandbox } from '../sandbox.ts';
import type { ApiFaultRecord } from '../state/records.ts';
import { authenticateCall } from './access-token.ts';

/** One call as it came over HTTP. */
export interface PayPalCall {
  readonly method: string;
  readonly path: string;
  /** Id in the path, or an empty text. */
  readonly id: string;
  readonly body: unknown;
  readonly query: unknown;
  readonly authorization: string | undefined;
  readonly requestId: string | null;
  /** What a negative test asks for by the header `PayPal-Mock-Response`. */
  readonly mockedIssue: string | null;
  readonly debugId: string;
}

/** What goes back; `cut` is a connection that breaks. */
export type PayPalAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly body: string }
  | { readonly kind: 'cut' };

/** What an endpoint does: its answer's status and content. Refusals are thrown. */
export type PayPalDeed = (sandbox: Sandbox, call: PayPalCall) => { readonly status: number; readonly body: object };

/** Carries one call through token, faults, the kept answer of its request id, and its deed. */
export async function answerCall(sandbox: Sandbox, call: PayPalCall, deed: PayPalDeed): Promise<PayPalAnswer> {
  const fault = takeApiFault(sandbox.store, call.method, call.path);
  if (fault?.kind === 'slow' && fault.moment === 'before_effect') await sleep(fault.slowMs);
  else if (fault?.moment === 'before_effect') return faultyAnswer(fault, call);
  const answer = perform(sandbox, call, deed);
  if (fault?.moment !== 'after_effect') return answer;
  if (fault.kind !== 'slow') return faultyAnswer(fault, call);
  await sleep(fault.slowMs);
  return answer;
}

const keptSeconds = 6 * 3600;

/** Does the deed once per request id: effect and kept answer are written together or not at all. */
function perform(sandbox: Sandbox, call: PayPalCall, deed: PayPalDeed): PayPalAnswer {
  return sandbox.store.transact(() => {
    const id = call.method === 'POST' && call.requestId !== null ? `${call.path} ${call.requestId}` : null;
    const kept = id === null ? undefined : sandbox.store.paypalAnswers.get(id);
    if (kept && kept.created > sandbox.clock.nowSeconds() - keptSeconds) {
      return { kind: 'answer', status: kept.status === 201 ? 200 : kept.status, body: kept.body };
    }
    const { status, body } = outcomeOf(sandbox, call, deed);
    const text = JSON.stringify(body);
    const isKept = id !== null && status < 300;
    if (isKept) {
      sandbox.store.paypalAnswers.put({ id, created: sandbox.clock.nowSeconds(), status, body: text });
    }
    return { kind: 'answer', status, body: text };
  });
}

function outcomeOf(sandbox: Sandbox, call: PayPalCall, deed: PayPalDeed): { status: number; body: object } {
  try {
    authenticateCall(sandbox, call.authorization);
    if (call.mockedIssue !== null) throw unprocessable(call.mockedIssue, 'Asked for by PayPal-Mock-Response.');
    return deed(sandbox, call);
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

/** The refusal of a body by the first thing that is wrong with it. */
export const refusalOf = (path: readonly PropertyKey[], message: string): PayPalError =>
  invalidRequest({ issue: 'INVALID_PARAMETER_SYNTAX', description: message, field: `/${path.map(String).join('/')}` });
