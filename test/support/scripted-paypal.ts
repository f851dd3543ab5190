import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPayPalProvider, type PayPalProvider } from '#server/payments/index.ts';

/** One call that came over HTTP; `call` is its method and path, without the address's own. */
export interface ScriptedCall {
  readonly call: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** An answer, 200 unless it says another; a text is sent as it is, all else as JSON. */
export interface ScriptedAnswer {
  readonly status?: number;
  readonly body: unknown;
}

/** A PayPal that answers by a script, and the product's adapter pointed at it. */
export interface ScriptedPayPal {
  readonly paypal: PayPalProvider;
  /** Every call so far, oldest first. */
  readonly asked: readonly ScriptedCall[];
  /** What is answered, by `METHOD /path`; whatever is not there is a 404. */
  readonly answers: Record<string, ScriptedAnswer | ((call: ScriptedCall) => ScriptedAnswer)>;
  close(): Promise<void>;
}

/** The merchant's token, as PayPal gives it. */
export const scriptedToken = { access_token: 'token-1', token_type: 'Bearer', expires_in: 32_400 };

const basePath = '/base'; // an address may have a path of its own

/** Starts it on a free port; it gives tokens, and knows nothing else yet. */
export async function startScriptedPayPal(): Promise<ScriptedPayPal> {
  const asked: ScriptedCall[] = [];
  const answers: ScriptedPayPal['answers'] = { 'POST /v1/oauth2/token': { body: scriptedToken } };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      const call = `${request.method} ${path.startsWith(basePath) ? path.slice(basePath.length) : `elsewhere:${path}`}`;
      const scripted = { call, headers: request.headers, body: Buffer.concat(chunks).toString() };
      asked.push(scripted);
      send(response, answers[call], scripted);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const paypal = createPayPalProvider({
    clientId: 'client',
    clientSecret: 'secret',
    webhookId: 'WH-1',
    apiBase: new URL(`${origin}${basePath}/`),
    webSdkUrl: origin,
    isLive: false,
  });
  return {
    paypal,
    asked,
    answers,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function send(
  response: ServerResponse,
  answer: ScriptedPayPal['answers'][string] | undefined,
  call: ScriptedCall,
): void {
  const unknown = { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } };
  const { status = 200, body } = typeof answer === 'function' ? answer(call) : (answer ?? unknown);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
