import type { FetchedOrder } from '#server/ports/paypal-provider.ts';
import { parseResponse } from '../provider-response.ts';
import { stateOfCapture, stateOfOrder } from './order-event.ts';
import { attemptMs, describeResponse } from './client/paypal-response.ts';
import type { PayPalClient } from './client/paypal-client.ts';
import { wireCapture, wireOrder } from './wire-shapes.ts';

/** Fetches the state of an order. Rejects with NoResponse, or with TypeError for an unreadable response. */
export async function fetchOrder(
  client: PayPalClient,
  isLive: boolean,
  orderId: string,
  limit: AbortSignal = client.limit(attemptMs),
): Promise<FetchedOrder> {
  const response = await client.call(limit, ({ orders, options }) => orders.getOrder({ id: orderId }, options));
  if (response.status === 404) return { code: 'not_found' };
  if (response.status !== 200) return { code: 'unavailable', detail: describeResponse(response) };
  const order = parseResponse(wireOrder, response.content, 'order');
  if (order.id !== orderId) throw new TypeError('PayPal responded with another order');
  return stateOfOrder(order, isLive);
}

/** Fetches the state of a payment. Rejects like `fetchOrder`. */
export async function fetchPayment(client: PayPalClient, isLive: boolean, paymentId: string): Promise<FetchedOrder> {
  const response = await client.call(client.limit(attemptMs), ({ payments, options }) =>
    payments.getCapturedPayment({ captureId: paymentId }, options),
  );
  if (response.status === 404) return { code: 'not_found' };
  if (response.status !== 200) return { code: 'unavailable', detail: describeResponse(response) };
  return stateOfCapture(parseResponse(wireCapture, response.content, 'capture'), isLive);
}
