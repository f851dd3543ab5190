import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { modeledWire } from './wire.ts';
import type { ModeledDispute, ModeledPayment } from './payment.ts';
import { scriptedToken } from '../payments/scripted-paypal.ts';

/** A response; it is sent when `after` resolves. */
type ModeledResponse = { readonly status?: number; readonly body: unknown; readonly after?: Promise<unknown> };

/** Stripe and PayPal over HTTP, as far as refunds and disputes need them. They respond from modeled payments. */
export interface ModeledProviders {
  readonly url: string;
  /** Every payment that the providers know. Their lists contain only the last one. */
  readonly payments: ModeledPayment[];
  /** The responses to the next requests for a dispute. After them, `responseOf` decides again. */
  readonly nextResponses: ModeledResponse[];
  /** Returns the response to a request for a dispute. */
  responseOf: (payment: ModeledPayment, dispute: ModeledDispute) => ModeledResponse;
  close(): Promise<void>;
}

export async function startModeledProviders(): Promise<ModeledProviders> {
  const server = createServer((request, response) => {
    request.resume();
    void send(response, respond(providers, new URL(request.url ?? '', 'http://provider').pathname));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const providers: ModeledProviders = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    payments: [],
    nextResponses: [],
    responseOf: (payment, dispute) => ({ body: modeledWire[payment.provider].fetchedDispute(payment, dispute) }),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return providers;
}

function respond(providers: ModeledProviders, path: string): ModeledResponse {
  const disputeId = /^\/v1\/(?:customer\/)?disputes\/(.+)$/.exec(path)?.[1];
  if (disputeId !== undefined) return providers.nextResponses.shift() ?? respondToDispute(providers, disputeId);
  const last = providers.payments.at(-1);
  switch (path) {
    case '/v1/oauth2/token':
      return { body: scriptedToken };
    case '/v1/notifications/verify-webhook-signature':
      return { body: { verification_status: 'SUCCESS' } };
    case '/v1/notifications/webhooks-events':
      return { body: { events: last?.provider === 'paypal' ? last.messages : [] } };
    case '/v1/reporting/transactions':
      return { body: { transaction_details: [], total_pages: 1 } };
    case '/v1/refunds':
      return list(last?.provider === 'stripe' ? last.refunds.map((refund) => refundOf(last, refund)) : []);
    case '/v1/disputes':
      return list(last?.provider === 'stripe' ? last.disputes.map((one) => providers.responseOf(last, one).body) : []);
    default:
      return path.startsWith('/v1/') ? list([]) : { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } };
  }
}

function respondToDispute(providers: ModeledProviders, disputeId: string): ModeledResponse {
  for (const payment of providers.payments) {
    const dispute = payment.disputes.find(({ id }) => id === disputeId);
    if (dispute) return providers.responseOf(payment, dispute);
  }
  return { status: 404, body: { name: 'RESOURCE_NOT_FOUND', error: { type: 'invalid_request_error' } } };
}

const refundOf = (payment: ModeledPayment, refund: ModeledPayment['refunds'][number]): unknown =>
  (modeledWire.stripe.refund(payment, refund, '')['data'] as { object: unknown }).object;

const list = (data: unknown[]): ModeledResponse => ({ body: { object: 'list', url: '/', has_more: false, data } });

async function send(response: ServerResponse, { status = 200, body, after }: ModeledResponse): Promise<void> {
  await after;
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
