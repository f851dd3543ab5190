import cluster, { type Worker } from 'node:cluster';
import type { Config } from '#server/config/config.ts';
import { createLog } from '#server/log.ts';
import { restartDelayMs } from './restart-delay.ts';
import { serveWorkersMetrics } from './worker-metrics.ts';

/** The message with which a worker tells the primary that it serves. */
export const listening = 'listening';

/**
 * Starts workers that share the port; this process itself serves nothing. The first worker updates the database and reports
 * what is wrong with the settings; the others follow when it listens. A worker that ends is replaced, more slowly the more often
 * it ends.
 */
export function runWorkers(config: Config): void {
  const log = createLog(config);
  const endTimes = new Map<number, readonly number[]>(); // by the worker's number
  let isStopping = false;
  let hasListened = false;

  const start = (number: number): void => {
    const worker = cluster.fork({ WORKER_NUMBER: String(number) });
    worker.on('message', (message: unknown) => {
      if (message !== listening) return;
      if (!hasListened) for (let other = 2; other <= config.workerCount; other += 1) start(other);
      hasListened = true;
    });
    worker.once('exit', (code: number | null, signal: string | null) => handleExit(number, code, signal));
  };
  const handleExit = (number: number, code: number | null, signal: string | null): void => {
    if (!hasListened && !isStopping) process.exit(code ?? 1); // it has said why it cannot start
    if (isStopping) {
      if (runningWorkers().length === 0) process.exit(0);
      return;
    }
    const now = performance.now();
    const times = [...(endTimes.get(number) ?? []), now];
    endTimes.set(number, times);
    const delayMs = restartDelayMs(times, now);
    log.error({ worker: number, code, signal, delayMs }, 'a worker ended; another will start');
    setTimeout(() => void (isStopping || start(number)), delayMs);
  };
  const stop = (signal: NodeJS.Signals): void => {
    isStopping = true;
    const workers = runningWorkers();
    for (const worker of workers) worker.process.kill(signal);
    if (workers.length === 0) process.exit(0);
  };

  serveWorkersMetrics();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  start(1);
}

const runningWorkers = (): Worker[] =>
  Object.values(cluster.workers ?? {}).flatMap((worker) => (worker && !worker.isDead() ? [worker] : []));
