/** The process that puts a load on a server, so that neither waits for the other's processor time. */
import { answerParent } from '../processes/answer-parent.ts';
import { openConnection, type Connection } from './connection.ts';
import type { DeliverOrder, DriveOrder, LoadResult } from './orders.ts';

const pools = new Map<number, Promise<Connection[]>>();

answerParent({ drive, deliver }, async () => undefined);

/** The same request again and again on every connection, until the time is over. */
async function drive({ port, connections, request, milliseconds }: DriveOrder): Promise<LoadResult> {
  const bytes = Buffer.from(request);
  const pool = await poolFor(port, connections);
  const startedAt = performance.now();
  const end = startedAt + milliseconds;
  return load(pool, startedAt, () => (performance.now() < end ? bytes : undefined));
}

/** Every request once, in order, by whichever connection is free. */
async function deliver({ port, connections, requests }: DeliverOrder): Promise<LoadResult> {
  const pool = await poolFor(port, connections);
  const waiting = requests.map((request) => Buffer.from(request)).values();
  return load(pool, performance.now(), () => waiting.next().value);
}

async function load(
  pool: readonly Connection[],
  startedAt: number,
  nextRequest: () => Buffer | undefined,
): Promise<LoadResult> {
  let answered = 0;
  await Promise.all(
    pool.map(async (connection) => {
      for (let request = nextRequest(); request; request = nextRequest()) {
        const status = await connection.send(request);
        if (status !== 200) throw new Error(`answered ${status}`);
        answered += 1;
      }
    }),
  );
  return { answered, elapsedMs: performance.now() - startedAt };
}

function poolFor(port: number, connections: number): Promise<Connection[]> {
  const pool = pools.get(port) ?? Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  pools.set(port, pool);
  return pool;
}
