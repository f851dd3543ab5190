import type { App } from './app.ts';
import type { Deps } from './deps.ts';
import type { Schedule } from './schedule.ts';

/**
 * Shuts down on SIGTERM and SIGINT: reports not ready, answers the requests in flight, finishes the scheduled work under way
 * and closes the database. Exits after 10 seconds in any case.
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
