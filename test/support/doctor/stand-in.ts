import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A response of a stand-in; JSON unless it is text. */
export interface StandInResponse {
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A local server in place of a provider or of the site. */
export interface StandIn {
  readonly port: number;
  /** Methods and paths of the calls so far. */
  readonly calls: string[];
  close(): Promise<void>;
}

/**
 * Starts a stand-in on a free port; with `tls` it speaks https. `respond` gets the path without the query, and the method. If
 * `respond` returns undefined, the stand-in responds with an empty list.
 */
export async function startStandIn(
  respond: (path: string, method: string) => StandInResponse | undefined,
  tls?: { readonly key: string; readonly cert: string },
): Promise<StandIn> {
  const calls: string[] = [];
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    calls.push(`${request.method} ${path}`);
    const {
      status = 200,
      body,
      headers = {},
    } = respond(path, request.method ?? '') ?? { body: { object: 'list', data: [] } };
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const server = tls ? createTlsServer(tls, handle) : createServer(handle);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
