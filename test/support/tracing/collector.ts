import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readSpans, type ReceivedSpan } from './read-spans.ts';

/** A trace collector that accepts OTLP over HTTP. */
export interface Collector {
  /** Value of OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** How the collector treats the next requests: it responds with this status, or never. */
  mode: 200 | 401 | 404 | 'hangs';
  /** Returns all spans that have arrived. */
  spans(): ReceivedSpan[];
  /** Resolves when `count` requests have arrived in all. */
  received(count: number): Promise<void>;
  /** Responds to the hanging requests and all later ones. */
  release(): void;
  close(): Promise<void>;
}

export interface ReceivedRequest {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Starts a collector on a free port or on the given one. */
export async function startCollector(port = 0): Promise<Collector> {
  const requests: ReceivedRequest[] = [];
  const hanging: ServerResponse[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      requests.push({ path: request.url, headers: request.headers, body: Buffer.concat(parts) });
      if (collector.mode === 'hangs') hanging.push(response);
      else response.writeHead(collector.mode).end();
      server.emit('received');
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    mode: 200,
    spans: () => requests.flatMap(({ body }) => readSpans(body)),
    received: async (count) => {
      while (requests.length < count) await once(server, 'received');
    },
    release: () => {
      collector.mode = 200;
      for (const response of hanging.splice(0)) response.writeHead(200).end();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return collector;
}
