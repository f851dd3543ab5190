import type { FetchedOrder } from '#server/ports/paypal-provider.ts';
import { parseAnswer } from '../provider-answer.ts';
import { stateOfCapture, stateOfOrder } from './order-event.ts';
import { attemptMs, describeAnswer } from './client/paypal-answer.ts';
import type { PayPalClient } from './client/paypal-client.ts';
import { wireCapture, wireOrder } from './wire-shapes.ts';

/** The state of an order. Rejects with NoAnswer, or with TypeError for an unreadable answer. */
export async function fetchOrder(
  client: PayPalClient,
  isLive: boolean,
  orderId: string,
  limit: AbortSignal = client.limit(attemptMs),
): Promise<FetchedOrder> {
  const answer = await client.call(limit, ({ orders, options }) => orders.getOrder({ id: orderId }, options));
  if (answer.status === 404) return { code: 'not_found' };
  if (answer.status !== 200) return { code: 'unavailable', detail: describeAnswer(answer) };
  const order = parseAnswer(wireOrder, answer.content, 'order');
  if (order.id !== orderId) throw new TypeError('PayPal answered with another order');
  return stateOfOrder(order, isLive);
}

/** The state of a payment. Rejects like `fetchOrder`. */
export async function fetchPayment(client: PayPalClient, isLive: boolean, paymentId: string): Promise<FetchedOrder> {
  const answer = await client.call(client.limit(attemptMs), ({ payments, options }) =>
    payments.getCapturedPayment({ captureId: paymentId }, options),
  );
  if (answer.status === 404) return { code: 'not_found' };
  if (answer.status !== 200) return { code: 'unavailable', detail: describeAnswer(answer) };
  return stateOfCapture(parseAnswer(wireCapture, answer.content, 'capture'), isLive);
}
