import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';

/** The outcome of one call. Times are from `performance.now`, in milliseconds. */
export interface LoadResponse {
  readonly name: string;
  /** The HTTP status or, if there was no response, the error's code, such as `ECONNRESET`. */
  readonly outcome: number | string;
  readonly isExpected: boolean;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Clients that call the product again and again. */
export interface Load {
  readonly responses: readonly LoadResponse[];
  /** Resolves when every client has received its last response. */
  stop(): Promise<void>;
}

export interface LoadOptions {
  readonly url: string;
  /** The site's public address, sent as the `Origin` of every call. */
  readonly origin: string;
  /** Half of the clients keep their connection, the others open one for each call. */
  readonly clients: number;
}

interface DrillCall {
  readonly name: string;
  readonly path: string;
  readonly status: number;
  readonly body?: () => string;
}

const responseTimeoutMs = 30_000;
const callPauseMs = 20; // leaves processor time for the servers, which may share the machine
const failurePauseMs = 50;

export function startLoad({ url, origin, clients }: LoadOptions): Load {
  const responses: LoadResponse[] = [];
  const stop = new AbortController();
  const calls = callsOf(origin);
  const run = async (client: number): Promise<void> => {
    const agent = new Agent({ keepAlive: client % 2 === 0, maxSockets: 1 });
    for (let turn = client; !stop.signal.aborted; turn += 1) {
      const call = calls[turn % calls.length]!;
      const startedAt = performance.now();
      const outcome = await send(call, { url, origin, agent });
      const isExpected = outcome === call.status;
      responses.push({ name: call.name, outcome, isExpected, startedAt, endedAt: performance.now() });
      await pause(isExpected ? callPauseMs : failurePauseMs);
    }
    agent.destroy();
  };
  const running = Array.from({ length: clients }, (_none, client) => run(client));
  return {
    responses,
    stop: async () => {
      stop.abort();
      await Promise.all(running);
    },
  };
}

/** Lists the calls: a page, the catalogue, a read, and a checkout, which writes and calls the provider. */
function callsOf(origin: string): readonly DrillCall[] {
  const addresses = { successUrl: `${origin}/donation-success`, cancelUrl: `${origin}/#donate` };
  return [
    { name: 'page', path: '/', status: 200 },
    { name: 'catalogue', path: '/api/snacks', status: 200 },
    { name: 'receipt', path: '/api/donations/don_00000000000000000000000000/receipt', status: 404 },
    {
      name: 'checkout',
      path: '/api/create-checkout-session',
      status: 200,
      body: () => JSON.stringify(checkoutBody({ request: addresses })),
    },
  ];
}

function send(
  { path, body }: DrillCall,
  { url, origin, agent }: { readonly url: string; readonly origin: string; readonly agent: Agent },
): Promise<number | string> {
  const headers = { origin, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  return new Promise((resolve) => {
    const call = request(`${url}${path}`, {
      agent,
      headers,
      method: body ? 'POST' : 'GET',
      timeout: responseTimeoutMs,
    });
    call.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 'no status'));
      response.on('error', (error) => resolve(error.message));
    });
    call.on('timeout', () => call.destroy(new Error(`no response within ${responseTimeoutMs} ms`)));
    call.on('error', (error) =>
      resolve('code' in error && typeof error.code === 'string' ? error.code : error.message),
    );
    call.end(body?.());
  });
}

/** Counts the responses with each outcome, as in `checkout 500: 3`. */
export function countOutcomes(responses: readonly LoadResponse[]): string[] {
  const counts = new Map<string, number>();
  for (const { name, outcome } of responses) {
    const key = `${name} ${outcome}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, count]) => `${key}: ${count}`);
}
