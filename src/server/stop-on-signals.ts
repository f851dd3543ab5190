import type { App } from './app.ts';
import type { Deps } from './deps.ts';
import type { Schedule } from './schedule.ts';

/**
 * Ends in order on SIGTERM and SIGINT: not ready any more, requests in flight are answered, work under way is finished, the database is
 * closed. After
 * 10 seconds it ends all the same.
 */
export function stopOnSignals(deps: Deps, app: App, schedule: Schedule): void {
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    deps.log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), graceMs).unref();
    app.drain();
    await Promise.all([app.server.close(), schedule.stop()]);
    await deps.db.close();
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
}

const graceMs = 10_000;
