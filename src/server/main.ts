import cluster from 'node:cluster';
import { parseConfig } from '#server/config/config.ts';
import { startProblem } from './start-problem.ts';

/** Serves in this process, or starts as many workers as are configured, each of which serves. */
async function main(): Promise<void> {
  const config = parseConfig(process.env);
  if (config.workerCount > 1 && cluster.isPrimary) {
    const { runWorkers } = await import('./workers/index.ts');
    return runWorkers(config);
  }
  const { serve } = await import('./serve.ts');
  await serve(config, cluster.isWorker ? Number(process.env['WORKER_NUMBER']) : undefined);
}

try {
  await main();
} catch (error) {
  const problem = startProblem(error);
  if (problem === undefined) throw error;
  process.stderr.write(`${problem}\n`);
  process.exit(1); // even if connections or timers are still open
}
