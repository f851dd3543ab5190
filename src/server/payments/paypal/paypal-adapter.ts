import * as z from 'zod/mini';
import type { PayPalConfig } from '#server/config.ts';
import type { MadeClientToken, PayPalProvider, Unanswered } from '#server/payments/paypal-provider.ts';
import { makeOrder } from './make-order.ts';
import { inWords, NoAnswer } from './paypal-answer.ts';
import { createPayPalClient, type PayPalClient } from './paypal-client.ts';
import { listMessages, listPayments } from './paypal-lists.ts';
import { readPayPalWebhook } from './paypal-webhook.ts';
import { refundPayment } from './refund-payment.ts';
import { readOrder, readPayment, takeMoney } from './take-money.ts';
import { attemptMs } from './time-limits.ts';

/** PayPal behind our port: one-time payments by its Orders interface. */
export function createPayPalProvider(config: PayPalConfig): PayPalProvider {
  const client = createPayPalClient(config);
  const { isLive } = config;
  return {
    name: 'paypal',
    isLive,
    webSdkUrl: config.webSdkUrl,
    makeClientToken: () => answering(() => makeClientToken(client)),
    createOrder: (request) => answering(() => makeOrder(client, request)),
    fetchOrder: (orderId) => answering(() => readOrder(client, isLive, orderId)),
    captureOrder: (order) => answering(() => takeMoney(client, isLive, order)),
    fetchPayment: (paymentId) => answering(() => readPayment(client, isLive, paymentId)),
    refundPayment: (refund) => answering(() => refundPayment(client, isLive, refund)),
    readWebhook: (rawBody, headers) => readPayPalWebhook(client, config, rawBody, headers),
    listMessages: (since) => listMessages(client, since, isLive),
    listPayments: (since, until) => listPayments(client, since, until),
  };
}

const tokenSchema = z.object({ access_token: z.string().check(z.minLength(1)) });

async function makeClientToken(client: PayPalClient): Promise<MadeClientToken> {
  const answer = await client.requestClientToken(AbortSignal.timeout(attemptMs));
  const token = tokenSchema.safeParse(answer.content);
  if (answer.status !== 200 || !token.success) return { code: 'unavailable', detail: inWords(answer) };
  return { code: 'made', clientToken: token.data.access_token };
}

/** No answer, or one that makes no sense, is an outcome and no accident: the caller decides what the donor hears. */
async function answering<Answer>(ask: () => Promise<Answer>): Promise<Answer | Unanswered> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NoAnswer || error instanceof TypeError) return { code: 'unavailable', detail: error.message };
    throw error;
  }
}
