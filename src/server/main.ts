import cluster from 'node:cluster';
import { ConfigError, parseConfig } from '#server/config/config.ts';
import { NewerSchema } from './db/migrate.ts';

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
  if (!(error instanceof ConfigError) && !(error instanceof NewerSchema)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
