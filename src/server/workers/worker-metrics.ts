import cluster from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import * as z from 'zod/mini';
import { createMetrics, type Metrics } from '#server/http/operations/metrics.ts';

/**
 * The metrics of one of several workers. Each of its series has the worker's number, so that a worker that was replaced begins
 * at 0 in its own series only. Whichever worker is asked responds for all.
 */
export function metricsOfWorker(worker: number): Metrics {
  const metrics = createMetrics(true);
  metrics.registry.setDefaultLabels({ worker: String(worker) });
  AggregatorRegistry.setRegistries(metrics.registry);
  // oxlint-disable-next-line eslint/no-new -- it listens for the question that the primary sends to every worker
  new AggregatorRegistry();
  return { ...metrics, read: createReader() };
}

/** In the primary: collects the metrics of all workers for the one that asks. */
export function serveWorkersMetrics(): void {
  const all = new AggregatorRegistry();
  cluster.on('message', (worker, message: unknown) => {
    const { success, data: question } = questionShape.safeParse(message);
    if (!success) return;
    const respond = (text: string | null): void => {
      if (worker.isConnected()) worker.send({ answers: question.asks, text } satisfies z.infer<typeof responseShape>);
    };
    all.clusterMetrics().then(respond, () => respond(null));
  });
}

const questionShape = z.object({ asks: z.int() });
const responseShape = z.object({ answers: z.int(), text: z.nullable(z.string()) });

/** In a worker: creates the function that gets the metrics of all workers from the primary. */
function createReader(): () => Promise<string> {
  const waiting = new Map<number, (text: string | null) => void>();
  let lastNumber = 0;
  process.on('message', (message: unknown) => {
    const { success, data: response } = responseShape.safeParse(message);
    if (!success) return;
    waiting.get(response.answers)?.(response.text);
    waiting.delete(response.answers);
  });
  return async () => {
    const asks = (lastNumber += 1);
    const { promise, resolve } = Promise.withResolvers<string | null>();
    waiting.set(asks, resolve);
    process.send?.({ asks } satisfies z.infer<typeof questionShape>);
    const text = await promise;
    if (text === null) throw new Error('a worker did not report its metrics');
    return text;
  };
}
