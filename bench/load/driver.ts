/** The process that puts load on a server. It is separate so that its CPU time is not counted as the server's. */
import { answerParent } from '../processes/answer-parent.ts';
import { openConnection, type Connection } from './connection.ts';
import type { DeliverCommand, DriveCommand, LoadResult } from './commands.ts';

const pools = new Map<number, Promise<Connection[]>>();

answerParent({ drive, deliver }, async () => undefined);

/** Repeats the same request on every connection until the time is up. */
async function drive({ port, connections, request, milliseconds }: DriveCommand): Promise<LoadResult> {
  const bytes = Buffer.from(request);
  const pool = await poolFor(port, connections);
  const startedAt = performance.now();
  const end = startedAt + milliseconds;
  return load(pool, startedAt, () => (performance.now() < end ? bytes : undefined));
}

/** Sends the requests in order, each on the next free connection. Like a provider, repeats requests that got 503. */
async function deliver({ port, connections, requests }: DeliverCommand): Promise<LoadResult> {
  const pool = await poolFor(port, connections);
  const waiting = requests.map((request): Buffer => Buffer.from(request));
  const attemptsMax = waiting.length * 2;
  let sent = 0;
  const retryLater = (request: Buffer): boolean => waiting.length < attemptsMax && waiting.push(request) > 0;
  return load(pool, performance.now(), () => waiting[sent++], retryLater);
}

async function load(
  pool: readonly Connection[],
  startedAt: number,
  nextRequest: () => Buffer | undefined,
  retryLater: (request: Buffer) => boolean = () => false,
): Promise<LoadResult> {
  let responded = 0;
  await Promise.all(
    pool.map(async (connection) => {
      for (let request = nextRequest(); request; request = nextRequest()) {
        const status = await connection.send(request);
        if (status === 200) responded += 1;
        else if (status !== 503 || !retryLater(request)) throw new Error(`a request got ${status}`);
      }
    }),
  );
  return { responded, elapsedMs: performance.now() - startedAt };
}

function poolFor(port: number, connections: number): Promise<Connection[]> {
  const pool = pools.get(port) ?? Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  pools.set(port, pool);
  return pool;
}
