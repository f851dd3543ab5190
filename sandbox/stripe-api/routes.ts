import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Sandbox } from '../sandbox.ts';
import { apiVersion } from '../stripe/api-version.ts';
import { newId } from '../stripe/ids.ts';
import { StripeError, errorBody } from '../stripe/stripe-error.ts';
import { accountEndpoint } from './account-endpoint.ts';
import { checkoutSessionEndpoints } from './checkout-session-endpoints.ts';
import { customerEndpoints, paymentMethodEndpoints } from './customer-endpoints.ts';
import { disputeEndpoints, fraudWarningEndpoints } from './dispute-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { eventEndpoints } from './event-endpoints.ts';
import { createCallHandler } from './handle-call.ts';
import { invoiceEndpoints, invoicePaymentEndpoints } from './invoice-endpoints.ts';
import type { ApiAnswer, ApiCall } from './handle-call.ts';
import { balanceTransactionEndpoints, chargeEndpoints, paymentIntentEndpoints } from './payment-endpoints.ts';
import { portalEndpoint } from './portal-endpoint.ts';
import { productEndpoints } from './product-endpoints.ts';
import { refundEndpoints } from './refund-endpoints.ts';
import { subscriptionEndpoints } from './subscription-endpoints.ts';

const endpoints: readonly Endpoint[] = [
  ...checkoutSessionEndpoints,
  ...paymentIntentEndpoints,
  ...chargeEndpoints,
  ...balanceTransactionEndpoints,
  ...refundEndpoints,
  ...disputeEndpoints,
  ...fraudWarningEndpoints,
  ...productEndpoints,
  ...customerEndpoints,
  ...paymentMethodEndpoints,
  ...subscriptionEndpoints,
  ...invoiceEndpoints,
  ...invoicePaymentEndpoints,
  portalEndpoint,
  ...eventEndpoints,
  accountEndpoint,
];

/** Registers every call of the API that the sandbox speaks. */
export function registerStripeApi(app: FastifyInstance, sandbox: Sandbox): void {
  const handleCall = createCallHandler(sandbox);
  for (const endpoint of endpoints) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      handler: async (request, reply) => {
        const call = asCall(request);
        reply.header('request-id', call.requestId);
        reply.header('stripe-version', headerOf(request, 'stripe-version') ?? apiVersion);
        if (call.idempotencyKey !== null) reply.header('idempotency-key', call.idempotencyKey);
        return sendAnswer(request, reply, await answerCall(() => handleCall(endpoint, call)));
      },
    });
  }
}

async function answerCall(handle: () => Promise<ApiAnswer>): Promise<ApiAnswer> {
  try {
    return await handle();
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return { kind: 'answer', status: error.status, body: JSON.stringify(errorBody(error)), headers: {} };
  }
}

function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: ApiAnswer): FastifyReply {
  if (answer.kind === 'cut') {
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  return reply.code(answer.status).headers(answer.headers).type('application/json; charset=utf-8').send(answer.body);
}

function asCall(request: FastifyRequest): ApiCall {
  const { id } = request.params as { id?: string };
  return {
    method: request.method,
    path: request.url.split('?', 1)[0] ?? '',
    id: id ?? '',
    parameters: request.method === 'POST' ? (request.body ?? {}) : request.query,
    authorization: request.headers.authorization,
    idempotencyKey: headerOf(request, 'idempotency-key') ?? null,
    requestId: newId.request(),
  };
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
