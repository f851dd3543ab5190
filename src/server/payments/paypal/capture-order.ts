import type { CapturedOrder, CaptureRequest, FetchedOrder } from '#server/ports/paypal-provider.ts';
import { parseResponse } from '../provider-response.ts';
import { stateOfOrder } from './order-event.ts';
import { fetchOrder } from './orders.ts';
import {
  describeResponse,
  isDefiniteRefusal,
  issueOf,
  NoResponse,
  totalMs,
  type PayPalResponse,
} from './client/paypal-response.ts';
import type { PayPalClient } from './client/paypal-client.ts';
import type { RealTime } from './client/real-time.ts';
import { wireOrder } from './wire-shapes.ts';

/**
 * Captures the money of an approved order. PayPal captures once per order, and responds to a repeated request id the same way
 * as the first time. When a response leaves the outcome uncertain, we fetch the order and trust its state: while PayPal is
 * still capturing we wait for it, and an order that is still open is captured again with the same request id, until the time is
 * up.
 */
export async function captureWithRetry(
  client: PayPalClient,
  isLive: boolean,
  request: CaptureRequest,
  time: RealTime,
): Promise<CapturedOrder> {
  const total = time.limit(totalMs);
  const within = (milliseconds: number): AbortSignal => AbortSignal.any([total, time.limit(milliseconds)]);
  let doubt: Doubt | undefined;
  let isApproved = false;
  for (;;) {
    if (doubt?.code !== 'running') {
      const attempt = await attemptCapture(client, isLive, request, within(captureMs));
      if (!isDoubt(attempt)) return attempt;
      doubt = attempt;
    }
    const order = await readOrder(client, isLive, request.orderId, within(fetchMs));
    if (order.code === 'open') {
      if (doubt.code === 'refused') return { code: 'refused', detail: doubt.detail };
      if (!order.isApproved && doubt.code === 'uncertain') return { code: 'not_approved' };
      if (!order.isApproved) return { code: 'action_required', detail: doubt.detail }; // the capture ended without success
      isApproved = true;
    } else if (order.code !== 'unavailable') return order;
    await time.wait(pollMs);
    if (total.aborted) break;
  }
  const mayStillCapture = doubt.code === 'running' || isApproved;
  return { code: mayStillCapture ? 'processing' : 'unavailable', detail: doubt.detail };
}

const captureMs = 7000; // the rest of the time is for reading the order
const fetchMs = 2000;
const pollMs = 500;

/**
 * `running`: PayPal is probably still capturing. `uncertain`: we know nothing about the outcome. `refused`: only the order's
 * state says why.
 */
interface Doubt {
  readonly code: 'running' | 'uncertain' | 'refused';
  readonly detail: string;
}

type Attempt = CapturedOrder | Doubt;

const isDoubt = (attempt: Attempt): attempt is Doubt =>
  attempt.code === 'running' || attempt.code === 'uncertain' || attempt.code === 'refused';

async function attemptCapture(
  client: PayPalClient,
  isLive: boolean,
  { orderId, requestId }: CaptureRequest,
  limit: AbortSignal,
): Promise<Attempt> {
  try {
    const response = await client.call(limit, ({ orders, options }) =>
      orders.captureOrder(
        { id: orderId, paypalRequestId: requestId, prefer: 'return=representation', body: {} },
        options,
      ),
    );
    return readAttempt(response, isLive);
  } catch (error) {
    if (error instanceof NoResponse) return { code: limit.aborted ? 'running' : 'uncertain', detail: error.message };
    if (error instanceof TypeError) return { code: 'uncertain', detail: error.message };
    throw error;
  }
}

function readAttempt(response: PayPalResponse, isLive: boolean): Attempt {
  const detail = describeResponse(response);
  if (response.status < 300) {
    const state = stateOfOrder(parseResponse(wireOrder, response.content, 'order'), isLive);
    if (state.code === 'open' && !state.isApproved) return { code: 'action_required', detail };
    return state.code === 'event' ? state : { code: 'uncertain', detail };
  }
  if (response.status === 404) return { code: 'not_found' };
  if (response.status === 409) return { code: 'running', detail };
  if (response.status !== 422) return { code: isDefiniteRefusal(response) ? 'refused' : 'uncertain', detail };
  const issue = issueOf(response) ?? '';
  if (issue === 'ORDER_NOT_APPROVED') return { code: 'not_approved' };
  if (issue === 'PAYER_ACTION_REQUIRED') return { code: 'action_required', detail };
  if (issue === 'ORDER_COMPLETION_IN_PROGRESS') return { code: 'running', detail };
  return { code: declines.has(issue) ? 'declined' : 'refused', detail };
}

/** Issues with the payer's card or account, or between this payer and our account. Nothing was captured. */
const declines = new Set([
  'INSTRUMENT_DECLINED',
  'TRANSACTION_REFUSED',
  'PAYER_CANNOT_PAY',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'CARD_EXPIRED',
  'CARD_CLOSED',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
  'COMPLIANCE_VIOLATION',
  'DOMESTIC_TRANSACTION_REQUIRED',
  'TRANSACTION_BLOCKED_BY_PAYEE',
  'PAYEE_BLOCKED_TRANSACTION',
]);

async function readOrder(
  client: PayPalClient,
  isLive: boolean,
  orderId: string,
  limit: AbortSignal,
): Promise<FetchedOrder> {
  try {
    return await fetchOrder(client, isLive, orderId, limit);
  } catch (error) {
    if (error instanceof NoResponse || error instanceof TypeError)
      return { code: 'unavailable', detail: error.message };
    throw error;
  }
}
