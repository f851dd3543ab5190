import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { PayPalError, paypalErrorBody } from '../error.ts';
import { authenticateClient, newToken } from './access-token.ts';
import { handleCall, type PayPalResponse, type PayPalCall, type PayPalEndpoint } from './call.ts';
import {
  readCapture,
  readRefund,
  refundCaptureEndpoint,
  captureOrderEndpoint,
  createOrder,
  readOrder,
} from './payments.ts';
import { listBalances } from './balances.ts';
import { listDisputes, readDispute } from './disputes.ts';
import { listEvents, readWebhook, verifySignature } from './notifications.ts';
import { listTransactions } from './transactions.ts';

const endpoints: readonly (readonly [method: 'GET' | 'POST', path: string, endpoint: PayPalEndpoint])[] = [
  ['POST', '/v2/checkout/orders', createOrder],
  ['GET', '/v2/checkout/orders/:id', readOrder],
  ['POST', '/v2/checkout/orders/:id/capture', captureOrderEndpoint],
  ['GET', '/v2/payments/captures/:id', readCapture],
  ['POST', '/v2/payments/captures/:id/refund', refundCaptureEndpoint],
  ['GET', '/v2/payments/refunds/:id', readRefund],
  ['GET', '/v1/customer/disputes', listDisputes],
  ['GET', '/v1/customer/disputes/:id', readDispute],
  ['POST', '/v1/notifications/verify-webhook-signature', verifySignature],
  ['GET', '/v1/notifications/webhooks-events', listEvents],
  ['GET', '/v1/notifications/webhooks/:id', readWebhook],
  ['GET', '/v1/reporting/transactions', listTransactions],
  ['GET', '/v1/reporting/balances', listBalances],
];

/** Registers the part of PayPal's API that the sandbox supports. */
export function registerPayPalApi(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/v1/oauth2/token', (request, reply) => issueToken(sandbox, request, reply));
  for (const [method, path, endpoint] of endpoints) {
    app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const call = toCall(request);
        return sendResponse(request, withDebugId(reply, call.debugId), await handleCall(sandbox, call, endpoint));
      },
    });
  }
}

/** Returns true if a path belongs to PayPal's API. Unknown paths of the API are refused in PayPal's error format. */
export const isPayPalPath = (path: string): boolean =>
  /^\/(v2|v1\/(oauth2|notifications|reporting|customer))\//.test(path);

/** Refuses an unknown path of PayPal's API. */
export const sendUnknownPayPalPath = (reply: FastifyReply): FastifyReply =>
  refuse(reply, new PayPalError(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.'));

function issueToken(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  withDebugId(reply, newDebugId());
  try {
    authenticateClient(sandbox, request.headers.authorization);
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    return reply.code(error.status).send({ error: error.code, error_description: error.message });
  }
  const { grant_type: grant, response_type: responseType } = (request.body ?? {}) as Record<string, unknown>;
  if (grant !== 'client_credentials') {
    return reply.code(400).send({ error: 'unsupported_grant_type', error_description: 'Grant Type is NULL' });
  }
  const { token, expiresIn } = newToken(sandbox, responseType === 'client_token' ? 'client' : 'access');
  return reply.send({
    scope: 'https://uri.paypal.com/services/payments/payment',
    access_token: token,
    token_type: 'Bearer',
    app_id: 'APP-SANDBOX',
    expires_in: expiresIn,
    nonce: new Date().toISOString(),
  });
}

function sendResponse(request: FastifyRequest, reply: FastifyReply, response: PayPalResponse): FastifyReply {
  if (response.kind === 'cut') {
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  return reply.code(response.status).type('application/json').send(response.body);
}

function refuse(reply: FastifyReply, error: PayPalError): FastifyReply {
  const debugId = newDebugId();
  return withDebugId(reply, debugId).code(error.status).send(paypalErrorBody(error, debugId));
}

/** Adds the id that every response carries and that PayPal's support asks for. */
const withDebugId = (reply: FastifyReply, debugId: string): FastifyReply => reply.header('paypal-debug-id', debugId);

function toCall(request: FastifyRequest): PayPalCall {
  const { id } = request.params as { id?: string };
  const path = request.url.split('?', 1)[0] ?? '';
  const requestId = request.method === 'POST' ? headerOf(request, 'paypal-request-id') : undefined;
  return {
    method: request.method,
    path,
    id: id ?? '',
    body: request.body,
    query: request.query,
    authorization: request.headers.authorization,
    remembered: {
      answerId: requestId === undefined ? null : `${path} ${requestId}`,
      bodyText: JSON.stringify(request.body ?? null),
      isWhole: headerOf(request, 'prefer') === 'return=representation',
    },
    mockedIssue: mockedIssueOf(headerOf(request, 'paypal-mock-response')),
    debugId: newDebugId(),
  };
}

function mockedIssueOf(header: string | undefined): string | null {
  try {
    const { mock_application_codes: code } = JSON.parse(header ?? '{}') as { mock_application_codes?: unknown };
    return typeof code === 'string' ? code : null;
  } catch {
    return null;
  }
}

const newDebugId = (): string => randomBytes(7).toString('hex');

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
