import type { CapturedOrder, FetchedOrder } from '#server/ports/paypal-provider.ts';
import { parseAnswer } from '../provider-answer.ts';
import { stateOfCapture, stateOfOrder } from './order-event.ts';
import { attemptMs, describeAnswer, issueOf, NoAnswer, totalMs, within, type PayPalAnswer } from './paypal-answer.ts';
import type { PayPalClient } from './paypal-client.ts';
import { wireCapture, wireOrder } from './wire-shapes.ts';

/**
 * Captures the money of an approved order. PayPal captures once per order, and under the same key a repeated call gets the
 * first answer. When an answer leaves a doubt we fetch the order and trust its state; only an order that is still open is
 * captured a second time.
 */
export async function captureWithRetry(
  client: PayPalClient,
  isLive: boolean,
  order: { readonly orderId: string; readonly intentId: string },
): Promise<CapturedOrder> {
  const total = AbortSignal.timeout(totalMs);
  const first = await attemptCapture(client, isLive, order, within(total, firstMs));
  if (first.code !== 'uncertain') return first;
  const fetched = await fetchOrder(client, isLive, order.orderId, within(total, fetchMs));
  if (fetched.code !== 'open') return fetched;
  if (!fetched.isApproved) return { code: 'not_approved' };
  const second = await attemptCapture(client, isLive, order, total);
  return second.code === 'uncertain' ? { code: 'unavailable', detail: second.detail } : second;
}

const firstMs = 4000;
const fetchMs = 2000;

/** The state of an order. Rejects with NoAnswer, or with TypeError for an unreadable answer. */
export async function fetchOrder(
  client: PayPalClient,
  isLive: boolean,
  orderId: string,
  limit: AbortSignal = AbortSignal.timeout(attemptMs),
): Promise<FetchedOrder> {
  const answer = await client.call(limit, ({ orders, options }) => orders.getOrder({ id: orderId }, options));
  if (answer.status === 404) return { code: 'not_found' };
  if (answer.status !== 200) return { code: 'unavailable', detail: describeAnswer(answer) };
  const order = parseAnswer(wireOrder, answer.content, 'order');
  if (order.id !== orderId) throw new TypeError('PayPal answered with another order');
  return stateOfOrder(order, isLive);
}

/** The state of a payment, by its own id. Rejects like `fetchOrder`. */
export async function fetchPayment(client: PayPalClient, isLive: boolean, paymentId: string): Promise<FetchedOrder> {
  const answer = await client.call(AbortSignal.timeout(attemptMs), ({ payments, options }) =>
    payments.getCapturedPayment({ captureId: paymentId }, options),
  );
  if (answer.status === 404) return { code: 'not_found' };
  if (answer.status !== 200) return { code: 'unavailable', detail: describeAnswer(answer) };
  return stateOfCapture(parseAnswer(wireCapture, answer.content, 'capture'), isLive);
}

type Attempt = CapturedOrder | { readonly code: 'uncertain'; readonly detail: string };

async function attemptCapture(
  client: PayPalClient,
  isLive: boolean,
  { orderId, intentId }: { readonly orderId: string; readonly intentId: string },
  limit: AbortSignal,
): Promise<Attempt> {
  try {
    const answer = await client.call(limit, ({ orders, options }) =>
      orders.captureOrder(
        { id: orderId, paypalRequestId: `capture:${intentId}`, prefer: 'return=representation', body: {} },
        options,
      ),
    );
    return readAttempt(answer, isLive);
  } catch (error) {
    if (error instanceof NoAnswer || error instanceof TypeError) return { code: 'uncertain', detail: error.message };
    throw error;
  }
}

function readAttempt(answer: PayPalAnswer, isLive: boolean): Attempt {
  const detail = describeAnswer(answer);
  if (answer.status < 300) {
    const state = stateOfOrder(parseAnswer(wireOrder, answer.content, 'order'), isLive);
    return state.code === 'event' ? state : { code: 'uncertain', detail };
  }
  if (answer.status === 404) return { code: 'not_found' };
  const issue = answer.status === 422 ? (issueOf(answer) ?? '') : '';
  if (issue === 'ORDER_NOT_APPROVED') return { code: 'not_approved' };
  return declines.has(issue) ? { code: 'declined', detail } : { code: 'uncertain', detail };
}

/** Issues with the payer's card or account. Nothing was captured. */
const declines = new Set([
  'INSTRUMENT_DECLINED',
  'TRANSACTION_REFUSED',
  'PAYER_CANNOT_PAY',
  'PAYER_ACTION_REQUIRED',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'CARD_EXPIRED',
  'CARD_CLOSED',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
]);
