import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sandbox } from '#sandbox/sandbox.ts';
import type { EventRecord } from '#sandbox/records.ts';
import { StripeError, errorBody } from '../error.ts';
import { newId } from '../ids.ts';
import { apiVersion, eventToWire } from '../wire/event.ts';
import { formBoolean, formCreated, pageParameters } from '../parameters/form-values.ts';
import { balanceEndpoints } from './balance.ts';
import { billingEndpoints } from './billing.ts';
import { checkoutSessionEndpoints } from './checkout-sessions.ts';
import type { Endpoint } from './endpoint.ts';
import { createCallHandler, type ApiResponse, type ApiCall } from './handle-call.ts';
import { paymentEndpoints } from './payments.ts';
import { portalEndpoints } from './portal.ts';
import { readEndpoints } from './resource.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';

/** Registers the part of Stripe's API that the sandbox supports. */
export function registerStripeApi(app: FastifyInstance, sandbox: Sandbox): void {
  const handleCall = createCallHandler(sandbox);
  for (const endpoint of endpoints) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      handler: async (request, reply) => {
        const call = asCall(request);
        reply.header('request-id', call.requestId);
        reply.header('stripe-version', apiVersion);
        if (call.idempotencyKey !== null) reply.header('idempotency-key', call.idempotencyKey);
        const response = responseOf(async () => {
          requireVersion(headerOf(request, 'stripe-version'));
          return handleCall(endpoint, call);
        });
        return sendResponse(request, reply, await response);
      },
    });
  }
}

/** Throws a 400 for any version of the API except the one that the sandbox supports. */
function requireVersion(version: string | undefined): void {
  if (version === undefined || version === apiVersion) return;
  throw new StripeError(400, 'invalid_request_error', `Invalid Stripe API version: ${version}`);
}

async function responseOf(handle: () => Promise<ApiResponse>): Promise<ApiResponse> {
  try {
    return await handle();
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return { kind: 'response', status: error.status, body: JSON.stringify(errorBody(error)), headers: {} };
  }
}

function sendResponse(request: FastifyRequest, reply: FastifyReply, response: ApiResponse): FastifyReply {
  if (response.kind === 'cut') {
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  return reply
    .code(response.status)
    .headers(response.headers)
    .type('application/json; charset=utf-8')
    .send(response.body);
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

/** Events can be read for 30 days, as with Stripe. */
const readableSeconds = 30 * 24 * 3600;

/** Events. From them, callers learn of webhooks that did not arrive. */
const eventEndpoints = readEndpoints({
  path: '/v1/events',
  kind: 'event',
  collection: ({ store }) => store.events,
  toWire: ({ store }, event) => eventToWire(event, store.deliveries.get(event.id)),
  listParameters: z.strictObject({
    ...pageParameters,
    created: formCreated.optional(),
    delivery_success: formBoolean.optional(),
    type: z.string().optional(),
    types: z.array(z.string()).min(1).max(20).optional(),
  }),
  isIncluded: (event, { type, types, delivery_success: isSuccess }, sandbox) =>
    isReadable(sandbox, event) &&
    (type === undefined || matchesType(type, event.type)) &&
    (types === undefined || types.includes(event.type)) &&
    (isSuccess === undefined || isSuccess === isDelivered(sandbox, event)),
});

const isReadable = ({ clock }: Sandbox, event: EventRecord): boolean =>
  event.isListed && event.provider === undefined && event.created >= clock.nowSeconds() - readableSeconds;

/** Returns true if an event type is the wanted one. A wanted type that ends in `.*` matches a whole group. */
function matchesType(wanted: string, type: string): boolean {
  return wanted.endsWith('.*') ? type.startsWith(wanted.slice(0, -1)) : wanted === type;
}

function isDelivered({ store }: Sandbox, event: EventRecord): boolean {
  const delivery = store.deliveries.get(event.id);
  return delivery === undefined || delivery.status === 'delivered';
}

const endpoints: readonly Endpoint[] = [
  ...checkoutSessionEndpoints,
  ...paymentEndpoints,
  ...balanceEndpoints,
  ...billingEndpoints,
  ...portalEndpoints,
  ...eventEndpoints,
  ...webhookEndpoints,
];
