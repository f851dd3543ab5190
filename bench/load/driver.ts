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

/** Every request until it is taken, in order, by whichever connection is free: a provider repeats what was put off. */
async function deliver({ port, connections, requests }: DeliverOrder): Promise<LoadResult> {
  const pool = await poolFor(port, connections);
  const waiting = requests.map((request): Buffer => Buffer.from(request));
  const sendingsMax = waiting.length * 2;
  let sent = 0;
  const putOff = (request: Buffer): boolean => waiting.length < sendingsMax && waiting.push(request) > 0;
  return load(pool, performance.now(), () => waiting[sent++], putOff);
}

async function load(
  pool: readonly Connection[],
  startedAt: number,
  nextRequest: () => Buffer | undefined,
  putOff: (request: Buffer) => boolean = () => false,
): Promise<LoadResult> {
  let answered = 0;
  await Promise.all(
    pool.map(async (connection) => {
      for (let request = nextRequest(); request; request = nextRequest()) {
        const status = await connection.send(request);
        if (status === 200) answered += 1;
        else if (status !== 503 || !putOff(request)) throw new Error(`answered ${status}`);
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
