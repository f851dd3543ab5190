import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy in front of a server, for tests of a network that fails. */
export interface TcpProxy {
  readonly port: number;
  /** From now on drops everything silently, like a firewall that lost its state. Open connections stay open, but dead. */
  dropPackets(): void;
  /** Forwards new connections again. */
  forward(): void;
  close(): Promise<void>;
}

export async function startTcpProxy(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const links = new Set<Link>();
  let isDropping = false;
  const proxy = createServer({ allowHalfOpen: true }, (near) => {
    const link: Link = { near, far: connect({ ...target, allowHalfOpen: true }), isDead: isDropping };
    links.add(link);
    joinSockets(link, () => links.delete(link));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    dropPackets: () => {
      isDropping = true;
      for (const link of links) link.isDead = true;
    },
    forward: () => void (isDropping = false),
    close: async () => {
      proxy.close();
      for (const { near, far } of links) for (const socket of [near, far]) socket.destroy();
      await once(proxy, 'close');
    },
  };
}

/** Starts a proxy in front of a database, and returns its URL through the proxy. */
export async function startDatabaseProxy(databaseUrl: string): Promise<TcpProxy & { readonly url: string }> {
  const url = new URL(databaseUrl);
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  return { ...proxy, url: url.href };
}

interface Link {
  readonly near: Socket;
  readonly far: Socket;
  isDead: boolean;
}

function joinSockets(link: Link, onEnd: () => void): void {
  const { near, far } = link;
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    from.on('data', (data) => void (link.isDead || to.write(data)));
    from.on('end', () => void (link.isDead || to.end()));
    from.on('error', () => undefined); // a close event follows
    from.on('close', () => {
      if (!link.isDead) to.destroy();
      if (near.destroyed && far.destroyed) onEnd();
    });
  }
}
