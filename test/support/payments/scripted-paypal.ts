import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPayPalProvider } from '#server/payments/index.ts';
import type { PayPalProvider } from '#server/ports/paypal-provider.ts';
import { testTime, type TestTime } from './test-time.ts';

/** A received HTTP call; `call` is its method and path, without the base path. */
export interface ScriptedCall {
  readonly call: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A response, by default with status 200. Text is sent unchanged, everything else as JSON. */
export interface ScriptedResponse {
  readonly status?: number;
  readonly body: unknown;
}

/** A PayPal with scripted responses, and the product's adapter connected to it. */
export interface ScriptedPayPal {
  readonly paypal: PayPalProvider;
  /** The adapter's time. */
  readonly time: TestTime;
  /** Every call so far, oldest first. */
  readonly calls: readonly ScriptedCall[];
  /** Responses by `METHOD /path`; every other call gets a 404. */
  readonly responses: Record<string, ScriptedResponse | ((call: ScriptedCall) => ScriptedResponse)>;
  close(): Promise<void>;
}

/** The merchant's token, as PayPal gives it. */
export const scriptedToken = { access_token: 'token-1', token_type: 'Bearer', expires_in: 32_400 };

const basePath = '/base'; // tests that a base address can have a path

/** Starts a scripted PayPal on a free port. At first it only issues tokens. */
export async function startScriptedPayPal(): Promise<ScriptedPayPal> {
  const calls: ScriptedCall[] = [];
  const responses: ScriptedPayPal['responses'] = { 'POST /v1/oauth2/token': { body: scriptedToken } };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [path = '', search] = (request.url ?? '').split('?', 2);
      const call = `${request.method} ${path.startsWith(basePath) ? path.slice(basePath.length) : `elsewhere:${path}`}`;
      const body = Buffer.concat(chunks).toString();
      const scripted = { call, query: new URLSearchParams(search), headers: request.headers, body };
      calls.push(scripted);
      send(response, responses[call], scripted);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const time = testTime();
  const account = { clientId: 'client', clientSecret: 'secret', webhookId: 'WH-1', isLive: false };
  const apiBase = new URL(`${origin}${basePath}/`);
  return {
    paypal: createPayPalProvider({ ...account, apiBase, webSdkUrl: origin }, time),
    time,
    calls,
    responses,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function send(
  response: ServerResponse,
  reply: ScriptedPayPal['responses'][string] | undefined,
  call: ScriptedCall,
): void {
  const unknown = { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } };
  const { status = 200, body } = typeof reply === 'function' ? reply(call) : (reply ?? unknown);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
