import type { CapturedOrder, FetchedOrder } from '#server/payments/paypal-provider.ts';
import { stateOfCapture, stateOfOrder } from './order-event.ts';
import { inWords, issueOf, NoAnswer, type PayPalAnswer } from './paypal-answer.ts';
import type { PayPalClient } from './paypal-client.ts';
import { attemptMs, untilLate, wholeMs } from './time-limits.ts';
import { readAs } from './wire-reading.ts';
import { wireCapture, wireOrder } from './wire-shapes.ts';

/**
 * Takes the money of an approved order. PayPal takes it once per order; the key makes a repetition answer what the first
 * call did. Where an answer leaves any doubt, the order itself is asked, and what it says counts; only an order that still
 * waits is captured once more.
 */
export async function takeMoney(
  client: PayPalClient,
  isLive: boolean,
  order: { readonly orderId: string; readonly intentId: string },
): Promise<CapturedOrder> {
  const whole = AbortSignal.timeout(wholeMs);
  const first = await tryToTake(client, isLive, order, untilLate(whole, firstMs));
  if (first.code !== 'doubtful') return first;
  const fetched = await readOrder(client, isLive, order.orderId, untilLate(whole, askMs));
  if (fetched.code !== 'open') return fetched;
  if (!fetched.isApproved) return { code: 'not_approved' };
  const second = await tryToTake(client, isLive, order, whole);
  return second.code === 'doubtful' ? { code: 'unavailable', detail: second.detail } : second;
}

const firstMs = 4000;
const askMs = 2000;

/** Where an order stands. Rejects with NoAnswer or TypeError when that cannot be learned. */
export async function readOrder(
  client: PayPalClient,
  isLive: boolean,
  orderId: string,
  limit: AbortSignal = AbortSignal.timeout(attemptMs),
): Promise<FetchedOrder> {
  const answer = await client.call(limit, ({ orders, options }) => orders.getOrder({ id: orderId }, options));
  if (answer.status === 404) return { code: 'gone' };
  if (answer.status !== 200) return { code: 'unavailable', detail: inWords(answer) };
  const order = readAs(wireOrder, answer.content, 'order');
  if (order.id !== orderId) throw new TypeError('this is another order');
  return stateOfOrder(order, isLive);
}

/** Where a payment stands, by its own id. Rejects like `readOrder`. */
export async function readPayment(client: PayPalClient, isLive: boolean, paymentId: string): Promise<FetchedOrder> {
  const answer = await client.call(AbortSignal.timeout(attemptMs), ({ payments, options }) =>
    payments.getCapturedPayment({ captureId: paymentId }, options),
  );
  if (answer.status === 404) return { code: 'gone' };
  if (answer.status !== 200) return { code: 'unavailable', detail: inWords(answer) };
  return stateOfCapture(readAs(wireCapture, answer.content, 'capture'), isLive);
}

type Attempt = CapturedOrder | { readonly code: 'doubtful'; readonly detail: string };

async function tryToTake(
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
    return meaningOf(answer, isLive);
  } catch (error) {
    if (error instanceof NoAnswer || error instanceof TypeError) return { code: 'doubtful', detail: error.message };
    throw error;
  }
}

function meaningOf(answer: PayPalAnswer, isLive: boolean): Attempt {
  const detail = inWords(answer);
  if (answer.status < 300) {
    const state = stateOfOrder(readAs(wireOrder, answer.content, 'order'), isLive);
    return state.code === 'event' ? state : { code: 'doubtful', detail };
  }
  if (answer.status === 404) return { code: 'gone' };
  const issue = answer.status === 422 ? (issueOf(answer) ?? '') : '';
  if (issue === 'ORDER_NOT_APPROVED') return { code: 'not_approved' };
  return declines.has(issue) ? { code: 'declined', detail } : { code: 'doubtful', detail };
}

/** The issues that mean: this payer's instrument does not pay; nothing was taken. */
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
