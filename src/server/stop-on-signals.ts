import { setTimeout as pause } from 'node:timers/promises';
import type { App } from './app.ts';
import type { Deps } from './deps.ts';
import type { Schedule } from './schedule.ts';

/**
 * SIGTERM, which an upgrade sends, loses no request: the server reports not ready and keeps serving for the drain period, until
 * the proxies have noticed. Then it responds to the requests in flight, and exits after 10 seconds in any case. SIGINT, which
 * Ctrl-C sends, skips the drain period and exits after a second at the latest. After either, scheduled work begins no new
 * round.
 */
export function stopOnSignals(deps: Deps, app: App, schedule: Schedule): void {
  const drainPeriod = new AbortController();
  let closing: Promise<void> | undefined;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    deps.log.info({ signal }, 'stopping');
    app.drain();
    const rounds = schedule.stop();
    await pause(deps.config.drainMs, undefined, { signal: drainPeriod.signal }).catch(() => undefined); // cut short by SIGINT
    exitAfter(graceMs, 1);
    await Promise.all([app.server.close(), rounds]);
    await Promise.all([deps.db.close(), deps.pdf.close(), deps.tracing?.close()]);
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void (closing ??= stop(signal)));
  process.on('SIGINT', (signal) => {
    drainPeriod.abort();
    exitAfter(interruptGraceMs, 0);
    closing ??= stop(signal);
  });
}

const graceMs = 10_000;
const interruptGraceMs = 1000;

const exitAfter = (ms: number, exitCode: number): void => void setTimeout(() => process.exit(exitCode), ms).unref();
