import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Ports found earlier in this process. Their programs may not be listening yet, so a probe would find them free. */
const found = new Set<number>();

/**
 * Finds a port on which nothing listens, never the same one twice in a process. It is below the ports that systems use for
 * outgoing connections (32768 and up), so that no connection can take it before the program for which it was found listens.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    if (found.has(port)) continue;
    found.add(port);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
