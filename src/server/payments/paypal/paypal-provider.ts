import * as z from 'zod/mini';
import type { PayPalConfig } from '#server/config/config.ts';
import type { CreatedClientToken, PayPalProvider } from '#server/ports/paypal-provider.ts';
import type { Unavailable } from '#server/ports/provider.ts';
import type { Tracing } from '#server/ports/tracing.ts';
import { captureWithRetry } from './capture-order.ts';
import { createOrder } from './create-order.ts';
import { fetchDispute } from './disputes.ts';
import { fetchOrder, fetchPayment } from './orders.ts';
import { attemptMs, describeResponse, NoResponse } from './client/paypal-response.ts';
import { createPayPalClient, type PayPalClient } from './client/paypal-client.ts';
import { listDisputes } from './list-disputes.ts';
import { listMessages } from './list-messages.ts';
import { readPayPalWebhook } from './webhooks/paypal-webhook.ts';
import { realTime, type RealTime } from './client/real-time.ts';
import { fetchRefund, refundPayment } from './refunds.ts';
import { paypalBalances } from './report/balances.ts';
import { listTransactions } from './report/payments.ts';
import { VerificationLimit } from './webhooks/verification-limit.ts';

/** One-time payments through PayPal's Orders API. */
export function createPayPalProvider(
  config: PayPalConfig,
  time: RealTime = realTime(),
  tracing?: Tracing,
): PayPalProvider {
  const client = createPayPalClient(config, time, tracing);
  const { isLive, webhookId } = config;
  const verifier = { client, webhookId, isLive, time, limit: new VerificationLimit() };
  return {
    name: 'paypal',
    isLive,
    webSdkUrl: config.webSdkUrl,
    balances: paypalBalances(client),
    createClientToken: () => orUnavailable(() => createClientToken(client)),
    createOrder: (request) => orUnavailable(() => createOrder(client, request, time)),
    fetchOrder: (orderId) => orUnavailable(() => fetchOrder(client, isLive, orderId)),
    captureOrder: (request) => orUnavailable(() => captureWithRetry(client, isLive, request, time)),
    fetchPayment: (paymentId) => orUnavailable(() => fetchPayment(client, isLive, paymentId)),
    refundPayment: (refund) => orUnavailable(() => refundPayment(client, isLive, refund)),
    fetchRefund: (refundId) => orUnavailable(() => fetchRefund(client, isLive, refundId)),
    fetchDispute: (disputeId) => orUnavailable(() => fetchDispute(client, isLive, disputeId)),
    readWebhook: (received) => readPayPalWebhook(verifier, received),
    listMessages: (since) => listMessages(client, since, isLive),
    listDisputes: (since) => listDisputes(client, since),
    listTransactions: (since, until) => listTransactions(client, since, until),
  };
}

const tokenSchema = z.object({ access_token: z.string().check(z.minLength(1)) });

async function createClientToken(client: PayPalClient): Promise<CreatedClientToken> {
  const response = await client.requestClientToken(client.limit(attemptMs));
  const token = tokenSchema.safeParse(response.content);
  if (response.status !== 200 || !token.success) return { code: 'unavailable', detail: describeResponse(response) };
  return { code: 'created', clientToken: token.data.access_token };
}

/** Returns `unavailable` when PayPal does not respond, or responds with something unreadable. */
async function orUnavailable<Result>(call: () => Promise<Result>): Promise<Result | Unavailable> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof NoResponse || error instanceof TypeError)
      return { code: 'unavailable', detail: error.message };
    throw error;
  }
}
