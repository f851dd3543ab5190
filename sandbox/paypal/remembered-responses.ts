import type { Sandbox } from '../sandbox.ts';
import { unprocessable, type PayPalError } from './error.ts';
import type { PayPalResponseRecord, RememberedCall } from './records.ts';

/** A response before it is written as JSON. */
export interface EndpointResponse {
  readonly status: number;
  readonly body: object;
}

const rememberedSeconds = 6 * 3600;

/** Returns the response as text, and stores it for repetitions if the call has a request id. */
export function remember(sandbox: Sandbox, call: RememberedCall, { status, body }: EndpointResponse) {
  const text = JSON.stringify(body);
  const { answerId: id, bodyText } = call;
  if (id !== null) {
    sandbox.store.paypalResponses.put({ id, created: sandbox.clock.nowSeconds(), bodyText, status, body: text });
  }
  return { kind: 'response', status, body: text } as const;
}

/** Finds the response to the first call with a request id. It is remembered for six hours. */
export function findResponse({ store, clock }: Sandbox, answerId: string | null): PayPalResponseRecord | undefined {
  const known = store.paypalResponses.get(answerId ?? '');
  return known && known.created > clock.nowSeconds() - rememberedSeconds ? known : undefined;
}

/** The refusal of a request id that was already used with another body. */
export const requestIdUsed = (): PayPalError =>
  unprocessable(
    'PAYPAL_REQUEST_ID_PREVIOUSLY_USED',
    'The PayPal-Request-ID has already been used for another request.',
  );

/**
 * Returns true if a repetition gets this refusal too. It does not after an invalid token, a timeout, a running call, too many
 * calls, or a request id that belongs to another body.
 */
export const isDefinite = ({ status, details }: PayPalError): boolean =>
  !transientStatuses.has(status) && !details.some(({ issue }) => transientIssues.has(issue));

const transientStatuses = new Set([401, 408, 409, 429]);
const transientIssues = new Set(['ORDER_COMPLETION_IN_PROGRESS', 'PAYPAL_REQUEST_ID_PREVIOUSLY_USED']);
