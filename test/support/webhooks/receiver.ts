import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A program that receives webhooks and keeps them. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: readonly ReceivedWebhook[];
  /** Decides the responses to the next requests; 200 until it is called. */
  respondWith(respond: (response: ServerResponse) => void): void;
  close(): Promise<void>;
}

export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Starts a receiver on this machine. With a certificate, it speaks https. */
export async function startReceiver(tls?: { readonly key: string; readonly cert: string }): Promise<Receiver> {
  const received: ReceivedWebhook[] = [];
  let respond = (response: ServerResponse): void => void response.end('thanks');
  const listener: RequestListener = (request, response) => {
    void text(request).then((body) => {
      received.push({ path: request.url ?? '', headers: request.headers, body });
      respond(response);
    });
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: tls ? `https://localhost:${port}/hook` : `http://127.0.0.1:${port}/hook`,
    port,
    received,
    respondWith: (next) => {
      respond = next;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
